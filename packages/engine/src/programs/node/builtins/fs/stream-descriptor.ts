import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';
import { descriptorArgument } from './fs-arguments.ts';

export type StreamCallback = (error?: unknown, ...results: unknown[]) => void;

type Transfer = (fd: number, data: Uint8Array, offset: number, length: number, position: unknown, callback: StreamCallback) => void;

/** The parts of `fs` the streams call: looked up when used, since programs replace them (graceful-fs) or bring their own. */
export interface StreamFs {
  open(path: unknown, flags: unknown, mode: unknown, callback: StreamCallback): void;
  close(fd: number, callback: StreamCallback): void;
  read: Transfer;
  write?: Transfer;
  writev?(fd: number, buffers: Uint8Array[], position: unknown, callback: StreamCallback): void;
  fsync(fd: number, callback: StreamCallback): void;
}

/** What the streams use of a `FileHandle`. */
export interface HandleLike {
  readonly fd: number;
  close(): Promise<void>;
  sync(): Promise<void>;
  read(buffer: Uint8Array, offset: number, length: number, position: unknown): Promise<{ bytesRead: number; buffer: unknown }>;
  write(buffer: Uint8Array, offset: number, length: number, position: unknown): Promise<{ bytesWritten: number; buffer: unknown }>;
  writev(buffers: Uint8Array[], position: unknown): Promise<{ bytesWritten: number; buffers: unknown }>;
  on(name: string, listener: () => void): unknown;
}

/** What the stream classes of a process are made for. */
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

/** The operations of a `FileHandle` in the form of `fs`. */
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

/** What `options.fd` and `options.fs` mean: whose operations, on which descriptor (null: it is to be opened). */
export function streamSource(
  stream: FileStream,
  options: Record<string, unknown>,
  { fs, isHandle }: StreamHost,
): { fs: StreamFs; fd: number | null } {
  const { fd } = options;
  const own = (options.fs ?? fs) as StreamFs; // Checked function by function, by the stream that calls them.
  if (options.fs !== undefined && (typeof options.fs !== 'object' || options.fs === null))
    throw invalidArgumentType('options.fs', 'of type object', options.fs);
  if (fd === undefined || fd === null) return { fs: own, fd: null };
  if (typeof fd === 'number') return { fs: own, fd: descriptorArgument(fd) };
  if (!isHandle(fd)) throw invalidArgumentType('fd', 'of type number or an instance of FileHandle', fd);
  if (options.fs) throw nodeError(Error, 'ERR_METHOD_NOT_IMPLEMENTED', 'The FileHandle with fs method is not implemented');
  fd.on('close', () => stream.close());
  return { fs: handleOperations(fd), fd: fd.fd };
}

/** Opens the file of a stream before its first use: `_construct`. */
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

/** A program's own `open` method says by events how it went (graceful-fs). */
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
  // Only now: a program's own `close` still finds it.
  stream.fd = null;
}
