import EventEmitter from 'events/';
import { Buffer } from '../../base/buffer-class.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import type { FileOperations } from './file-operations.ts';
import { toPromiseForm } from './operation-forms.ts';

function requireOpen(descriptor: number): number {
  if (descriptor === -1) throw Object.assign(new Error('file closed'), { code: 'EBADF', syscall: 'read' });
  return descriptor;
}

function toWebStream(host: NodeHost, stream: unknown): unknown {
  const { Readable } = host.builtin('stream') as { Readable: { toWeb(stream: unknown): unknown } };
  return Readable.toWeb(stream);
}

/** `FileHandle` of `fs/promises`. */
export function createFileHandleClass(host: NodeHost, operations: FileOperations, fs: BuiltinExports) {
  const later = <Result>(call: () => Result): Promise<Result> => toPromiseForm(host, call)() as Promise<Result>;

  return class FileHandle extends EventEmitter {
    #descriptor: number;

    constructor(descriptor: number) {
      super();
      this.#descriptor = descriptor;
    }
    get fd(): number {
      return this.#descriptor;
    }
    readableWebStream(): unknown {
      return toWebStream(host, this.createReadStream({ autoClose: false }));
    }
    close(): Promise<void> {
      if (this.#descriptor === -1) return Promise.resolve();
      const descriptor = this.#descriptor;
      this.#descriptor = -1;
      this.emit('close');
      return later(() => operations.close(descriptor));
    }
    readFile(options?: unknown): Promise<unknown> {
      return later(() => operations.readFile(requireOpen(this.#descriptor), options));
    }
    writeFile(data: unknown, options?: unknown): Promise<void> {
      return later(() => operations.writeFile(this.fd, data, options));
    }
    appendFile(data: unknown, options?: unknown): Promise<void> {
      return later(() => operations.writeFile(this.fd, data, options));
    }
    stat(options?: unknown): Promise<unknown> {
      return later(() => operations.fstat(this.fd, options));
    }
    truncate(length?: number): Promise<void> {
      return later(() => operations.ftruncate(this.fd, length));
    }
    sync(): Promise<void> {
      return later(() => operations.fsync(this.fd));
    }
    datasync(): Promise<void> {
      return later(() => operations.fsync(this.fd));
    }
    async chmod(): Promise<void> {}
    async chown(): Promise<void> {}
    async utimes(): Promise<void> {}
    read(buffer?: unknown, ...rest: unknown[]): Promise<{ bytesRead: number; buffer: unknown }> {
      const isView = ArrayBuffer.isView(buffer);
      const options = !isView && typeof buffer === 'object' && buffer !== null ? buffer : {};
      const target = isView ? buffer : 'buffer' in options ? options.buffer : Buffer.alloc(16_384);
      const others = isView ? rest : [options];
      return later(() => ({ bytesRead: operations.read(requireOpen(this.#descriptor), target, ...others), buffer: target }));
    }
    write(data: unknown, ...rest: unknown[]): Promise<{ bytesWritten: number; buffer: unknown }> {
      return later(() => ({ bytesWritten: operations.write(requireOpen(this.#descriptor), data, ...rest), buffer: data }));
    }
    readv(buffers: ArrayBufferView[], position?: number): Promise<unknown> {
      return later(() => ({ bytesRead: operations.readv(this.fd, buffers, position), buffers }));
    }
    writev(buffers: ArrayBufferView[], position?: number): Promise<unknown> {
      return later(() => ({ bytesWritten: operations.writev(this.fd, buffers, position), buffers }));
    }
    createReadStream(options: object = {}): unknown {
      const create = fs.createReadStream as (path: null, options: object) => unknown;
      return create(null, { ...options, fd: this.fd });
    }
    createWriteStream(options: object = {}): unknown {
      const create = fs.createWriteStream as (path: null, options: object) => unknown;
      return create(null, { ...options, fd: this.fd });
    }
    readLines(options: object = {}): unknown {
      const { createInterface } = host.builtin('readline') as { createInterface(options: object): unknown };
      return createInterface({ input: this.createReadStream(options), crlfDelay: Number.POSITIVE_INFINITY });
    }
    [Symbol.for('Symbol.asyncDispose')](): Promise<void> {
      return this.close();
    }
  };
}
