import { posix } from 'node:path';
import type { FileChange } from '../../../machine/machine.ts';
import type { Clock } from '../../ssh-ports.ts';
import { isTemporaryName } from '../replace-file.ts';
import { isFileError } from '../sftp-error.ts';
import type { SftpSession } from '../sftp-session.ts';
import { type FolderSignatures, type SeenFiles, signatureOf, signaturesOf } from './seen-files.ts';

/** Called with the absolute path of what changed. */
export type PathListener = (event: FileChange['event'], path: string) => void;

const roundMilliseconds = 2_000;
const lanes = 8;

/** Checks every two seconds the entries that were listed or read, as long as a listener is registered. */
export class PollFiles {
  private readonly listeners = new Set<PathListener>();
  private cancel: (() => void) | null = null;

  constructor(
    private readonly sftp: SftpSession,
    private readonly seen: SeenFiles,
    private readonly clock: Clock,
  ) {}

  /** Reads the path's state now, so that later changes are detected. */
  async watch(path: string, listener: PathListener): Promise<() => void> {
    if (!this.seen.folders.has(path)) {
      const entries = await this.sftp.list(path).catch(() => null);
      if (entries !== null) this.seen.noteFolder(path, entries);
      else this.seen.noteFile(path, signatureOf(await this.sftp.status(path)));
    }
    this.listeners.add(listener);
    this.cancel ??= this.schedule();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size > 0) return;
      this.cancel?.();
      this.cancel = null;
    };
  }

  private schedule(): () => void {
    const look = () => {
      void this.round().then(() => {
        if (this.cancel !== null) this.cancel = this.schedule();
      });
    };
    return this.clock.later(look, roundMilliseconds);
  }

  private async round(): Promise<void> {
    const folders = [...this.seen.folders.keys()].map((path) => () => this.lookAtFolder(path));
    const files = [...this.seen.files.keys()].map((path) => () => this.lookAtFile(path));
    const rest = [...folders, ...files].values();
    const lane = async () => {
      // A failed check, for example on a lost connection, says nothing about the files.
      for (const look of rest) await look().catch(() => undefined);
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  }

  private async lookAtFolder(path: string): Promise<void> {
    const before = this.seen.folders.get(path);
    if (before === undefined) return;
    const entries = await this.sftp.list(path).catch((error: unknown) => {
      if (isFileError(error, 'ENOENT')) return null;
      throw error;
    });
    // Another call has listed the folder meanwhile, and its result is newer.
    if (this.seen.folders.get(path) !== before) return;
    if (entries === null) this.seen.folders.delete(path);
    else this.seen.folders.set(path, signaturesOf(entries));
    this.compare(path, before, entries === null ? new Map() : signaturesOf(entries));
  }

  private compare(folder: string, before: FolderSignatures, after: FolderSignatures): void {
    for (const [name, signature] of after) {
      const former = before.get(name);
      if (former === undefined) this.report('rename', folder, name);
      else if (former !== signature) this.report('change', folder, name);
    }
    for (const name of before.keys()) if (!after.has(name)) this.report('rename', folder, name);
  }

  private async lookAtFile(path: string): Promise<void> {
    const before = this.seen.files.get(path);
    if (before === undefined) return;
    const after = await this.sftp.status(path).then(signatureOf, (error: unknown) => {
      if (isFileError(error, 'ENOENT')) return null;
      throw error;
    });
    if (this.seen.files.get(path) !== before || after === before) return;
    if (after === null) this.seen.files.delete(path);
    else this.seen.files.set(path, after);
    this.report(after === null ? 'rename' : 'change', posix.dirname(path), posix.basename(path));
  }

  private report(event: FileChange['event'], folder: string, name: string): void {
    if (isTemporaryName(name)) return;
    for (const listener of [...this.listeners]) listener(event, posix.join(folder, name));
  }
}
