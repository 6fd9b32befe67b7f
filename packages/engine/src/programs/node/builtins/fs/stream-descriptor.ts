import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';
import { descriptorArgument } from './fs-arguments.ts';

export type StreamCallback = (error?: unknown, ...results: unknown[]) => void;

type Transfer = (fd: number, data: Uint8Array, offset: number, length: number, position: unknown, callback: StreamCallback) => void;

/**
 * The functions of `fs` that the streams call. They are looked up on each use, because programs replace them (graceful-fs)
 * or pass their own.
 */
export interface StreamFs {
  open(path: unknown, flags: unknown, mode: unknown, callback: StreamCallback): void;
  close(fd: number, callback: StreamCallback): void;
  read: Transfer;
  write?: Transfer;
  writev?(fd: number, buffers: Uint8Array[], position: unknown, callback: StreamCallback): void;
  fsync(fd: number, callback: StreamCallback): void;
}

/** The members of `FileHandle` that the streams use. */
export interface HandleLike {
  readonly fd: number;
  close(): Promise<void>;
  sync(): Promise<void>;
  read(buffer: Uint8Array, offset: number, length: number, position: unknown): Promise<{ bytesRead: number; buffer: unknown }>;
  write(buffer: Uint8Array, offset: number, length: number, position: unknown): Promise<{ bytesWritten: number; buffer: unknown }>;
  writev(buffers: Uint8Array[], position: unknown): Promise<{ bytesWritten: number; buffers: unknown }>;
  on(name: string, listener: () => void): unknown;
}

/** The services that a process gives its stream classes. */
export interface StreamHost {
  fs: StreamFs;
  isHandle(value: unknown): value is HandleLike;
}

export interface FileStream {
  fd: number | null;
  readonly path: unknown;
  readonly flags: unknown;
  readonly mode: unknown;
  open: unknown;
  emit(name: string, ...args: unknown[]): boolean;
  close(): void;
}

/** Adapts the operations of a `FileHandle` to the interface of `fs`. */
function handleOperations(handle: HandleLike): StreamFs {
  const pass = (answer: Promise<unknown>, callback: StreamCallback, data?: unknown) => {
    answer.then(
      (result) => callback(null, ...(typeof result === 'object' && result !== null ? Object.values(result) : [])),
      (error: unknown) => callback(error, 0, data),
    );
  };
  return {
    open: () => {
      throw nodeError(Error, 'ERR_METHOD_NOT_IMPLEMENTED', 'The open() method is not implemented');
    },
    close: (_fd, callback) => pass(handle.close(), callback),
    fsync: (_fd, callback) => pass(handle.sync(), callback),
    read: (_fd, data, offset, length, position, callback) => pass(handle.read(data, offset, length, position), callback, data),
    write: (_fd, data, offset, length, position, callback) => pass(handle.write(data, offset, length, position), callback, data),
    writev: (_fd, buffers, position, callback) => pass(handle.writev(buffers, position), callback, buffers),
  };
}

/** Resolves `options.fd` and `options.fs` to the operations and the descriptor, which is `null` if it still has to be opened. */
export function streamSource(
  stream: FileStream,
  options: Record<string, unknown>,
  { fs, isHandle }: StreamHost,
): { fs: StreamFs; fd: number | null } {
  const { fd } = options;
  const own = (options.fs ?? fs) as StreamFs; // The stream checks each function before it calls it.
  if (options.fs !== undefined && (typeof options.fs !== 'object' || options.fs === null))
    throw invalidArgumentType('options.fs', 'of type object', options.fs);
  if (fd === undefined || fd === null) return { fs: own, fd: null };
  if (typeof fd === 'number') return { fs: own, fd: descriptorArgument(fd) };
  if (!isHandle(fd)) throw invalidArgumentType('fd', 'of type number or an instance of FileHandle', fd);
  if (options.fs) throw nodeError(Error, 'ERR_METHOD_NOT_IMPLEMENTED', 'The FileHandle with fs method is not implemented');
  fd.on('close', () => stream.close());
  return { fs: handleOperations(fd), fd: fd.fd };
}

/** Opens the file of a stream before its first use (`_construct`). */
export function openForStream(stream: FileStream, fs: StreamFs, ownOpen: unknown, done: StreamCallback): void {
  if (typeof stream.fd === 'number') {
    done();
    return;
  }
  if (stream.open !== ownOpen) {
    awaitReplacedOpen(stream, done);
    return;
  }
  fs.open(stream.path, stream.flags, stream.mode, (error, descriptor) => {
    if (error) return done(error);
    stream.fd = Number(descriptor);
    done();
    stream.emit('open', stream.fd);
    stream.emit('ready');
  });
}

/** Waits for a program's own `open` method, which reports its result through events (graceful-fs). */
function awaitReplacedOpen(stream: FileStream, done: StreamCallback): void {
  const { emit } = stream;
  stream.emit = function (this: FileStream, name: string, ...args: unknown[]): boolean {
    if (name !== 'open' && name !== 'error') return Reflect.apply(emit, this, [name, ...args]);
    this.emit = emit;
    if (name === 'error') {
      done(args[0]);
      return false;
    }
    done();
    return Reflect.apply(emit, this, [name, ...args]);
  };
  Reflect.apply(stream.open as () => void, stream, []);
}

export function closeForStream(stream: FileStream, fs: StreamFs, error: unknown, done: StreamCallback): void {
  const { fd } = stream;
  if (fd === null) {
    done(error);
    return;
  }
  fs.close(fd, (closeError) => done(closeError ?? error));
  // Cleared only now, so that a program's own `close` can still read it.
  stream.fd = null;
}
