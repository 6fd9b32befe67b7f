import type { FileStatus } from '../../abi/system-calls.ts';
import type { ByteQueue } from './byte-queue.ts';
import { OpenFile } from './open-file.ts';
import type { Answer, Caller } from './wait-list.ts';

/** Returns the status of an object without an inode. */
export function anonymousStatus(kind: 'pipe' | 'socket' | 'terminal' | 'console', size: number): FileStatus {
  const mode = kind === 'terminal' || kind === 'console' ? 0o620 : 0o600;
  return { kind, size, mode, inode: 0, linkCount: 1, accessedAt: 0, modifiedAt: 0, changedAt: 0, createdAt: 0 };
}

abstract class PipeEnd extends OpenFile {
  protected readonly queue: ByteQueue;

  constructor(queue: ByteQueue) {
    super();
    this.queue = queue;
  }

  override status(): FileStatus {
    return anonymousStatus('pipe', this.queue.size);
  }
}

export class PipeReadEnd extends PipeEnd {
  override read(caller: Caller, length: number): Answer<Uint8Array> {
    return this.queue.read(caller, length);
  }

  protected override release(): void {
    this.queue.abandon();
  }
}

export class PipeWriteEnd extends PipeEnd {
  override write(caller: Caller, data: Uint8Array): Answer<number> {
    return this.queue.write(caller, data);
  }

  protected override release(): void {
    this.queue.end();
  }
}
