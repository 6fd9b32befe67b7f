import EventEmitter from 'events/';
import { asyncDispose } from '../../base/dispose-symbols.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { handleReadArguments } from './descriptor-arguments.ts';
import type { FileOperations } from './file-operations.ts';
import { throwIfAborted, toPromiseForm } from './operation-forms.ts';
import { wholeData } from './whole-data.ts';

function toWebStream(host: NodeHost, stream: unknown): unknown {
  const { Readable } = host.builtin('stream') as { Readable: { toWeb(stream: unknown): unknown } };
  return Readable.toWeb(stream);
}

interface HandleParts {
  host: NodeHost;
  operations: FileOperations;
  fs: BuiltinExports;
}

/** The implementation shared by every `FileHandle`, given its program's services. */
class DescriptorHandle extends EventEmitter {
  readonly #parts: HandleParts;
  #descriptor: number;
  #closing: Promise<void> = Promise.resolve();

  constructor(parts: HandleParts, descriptor: number) {
    super();
    this.#parts = parts;
    this.#descriptor = descriptor;
  }
  get fd(): number {
    return this.#descriptor;
  }
  readableWebStream(): unknown {
    return toWebStream(this.#parts.host, this.createReadStream({ autoClose: false }));
  }
  close(): Promise<void> {
    if (this.#descriptor === -1) return this.#closing;
    const descriptor = this.#descriptor;
    this.#descriptor = -1;
    this.#closing = this.#later(() => this.#parts.operations.close(descriptor));
    this.emit('close');
    return this.#closing;
  }
  #later<Result>(call: () => Result): Promise<Result> {
    return toPromiseForm(this.#parts.host, call)() as Promise<Result>;
  }
  /** Runs `work` on the descriptor, or rejects with EBADF if the handle is closed. */
  #open<Result>(syscall: string, work: (descriptor: number) => Result): Promise<Result> {
    if (this.#descriptor === -1) return Promise.reject(Object.assign(new Error('file closed'), { code: 'EBADF', syscall }));
    return this.#later(() => work(this.#descriptor));
  }
  readFile(options?: unknown): Promise<unknown> {
    return this.#open('readFile', (descriptor) => withSignal(options, () => this.#parts.operations.readFile(descriptor, options)));
  }
  async writeFile(data: unknown, options?: unknown): Promise<void> {
    const whole = await wholeData(data, options);
    return this.#open('writeFile', (descriptor) => withSignal(options, () => this.#parts.operations.writeFile(descriptor, whole, options)));
  }
  async appendFile(data: unknown, options?: unknown): Promise<void> {
    return this.writeFile(data, options);
  }
  stat(options?: unknown): Promise<unknown> {
    return this.#open('fstat', (descriptor) => this.#parts.operations.fstat(descriptor, options));
  }
  truncate(length?: number): Promise<void> {
    return this.#open('ftruncate', (descriptor) => this.#parts.operations.ftruncate(descriptor, length));
  }
  sync(): Promise<void> {
    return this.#open('fsync', this.#parts.operations.fsync);
  }
  datasync(): Promise<void> {
    return this.#open('fdatasync', this.#parts.operations.fsync);
  }
  chmod(mode: unknown): Promise<void> {
    return this.#open('fchmod', (descriptor) => this.#parts.operations.fchmod(descriptor, mode));
  }
  chown(user: unknown, group: unknown): Promise<void> {
    return this.#open('fchown', (descriptor) => this.#parts.operations.fchown(descriptor, user, group));
  }
  utimes(accessed: unknown, modified: unknown): Promise<void> {
    return this.#open('futimes', (descriptor) => this.#parts.operations.futimes(descriptor, accessed, modified));
  }
  async read(...args: unknown[]): Promise<{ bytesRead: number; buffer: unknown }> {
    return this.#open('read', (descriptor) => {
      const { target, view, length, position } = handleReadArguments(args);
      return { bytesRead: length === 0 ? 0 : this.#parts.operations.read(descriptor, view, 0, length, position), buffer: target };
    });
  }
  write(data: unknown, ...rest: unknown[]): Promise<{ bytesWritten: number; buffer: unknown }> {
    return this.#open('write', (descriptor) => ({ bytesWritten: this.#parts.operations.write(descriptor, data, ...rest), buffer: data }));
  }
  readv(buffers: unknown, position?: number): Promise<unknown> {
    return this.#open('readv', (descriptor) => ({ bytesRead: this.#parts.operations.readv(descriptor, buffers, position), buffers }));
  }
  writev(buffers: unknown, position?: number): Promise<unknown> {
    return this.#open('writev', (descriptor) => ({ bytesWritten: this.#parts.operations.writev(descriptor, buffers, position), buffers }));
  }
  createReadStream(options: object = {}): unknown {
    const create = this.#parts.fs.createReadStream as (path: undefined, options: object) => unknown;
    return create(undefined, { ...options, fd: this });
  }
  createWriteStream(options: object = {}): unknown {
    const create = this.#parts.fs.createWriteStream as (path: undefined, options: object) => unknown;
    return create(undefined, { ...options, fd: this });
  }
  readLines(options: object = {}): unknown {
    const { createInterface } = this.#parts.host.builtin('readline') as { createInterface(options: object): unknown };
    return createInterface({ input: this.createReadStream(options), crlfDelay: Number.POSITIVE_INFINITY });
  }
}

/** Creates the `FileHandle` class of `fs/promises`. */
export function createFileHandleClass(host: NodeHost, operations: FileOperations, fs: BuiltinExports) {
  class FileHandle extends DescriptorHandle {
    constructor(descriptor: number) {
      super({ host, operations, fs }, descriptor);
    }
  }
  Object.defineProperty(FileHandle, 'name', { value: 'FileHandle' });
  Object.defineProperty(FileHandle.prototype, asyncDispose, {
    value(this: FileHandle) {
      return this.close();
    },
    writable: true,
    configurable: true,
  });
  return FileHandle;
}

function withSignal<Result>(options: unknown, work: () => Result): Result {
  throwIfAborted([options]);
  return work();
}
