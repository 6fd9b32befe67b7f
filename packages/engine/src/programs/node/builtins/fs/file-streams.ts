import { Readable, Writable } from 'readable-stream';
import { Buffer } from '../../base/buffer-class.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { optionsArgument, pathArgument } from './fs-arguments.ts';

type Callback = (error: unknown, result?: unknown) => void;

/** The parts of `fs` the streams call: looked up when used, since programs replace them (graceful-fs). */
interface StreamFs {
  open(path: unknown, flags: unknown, mode: unknown, callback: Callback): void;
  close(descriptor: number, callback: Callback): void;
  read(descriptor: number, buffer: Uint8Array, offset: number, length: number, position: number | null, callback: Callback): void;
  write(descriptor: number, buffer: Uint8Array, offset: number, length: number, position: number | null, callback: Callback): void;
}

function handleDescriptor(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'object' && value !== null && 'fd' in value && typeof value.fd === 'number') return value.fd;
  return null;
}

function closeDescriptor(fs: StreamFs, stream: { fd: number | null; closed?: boolean }, error: unknown, done: Callback): void {
  const { fd } = stream;
  stream.fd = null;
  if (fd === null) done(error);
  else fs.close(fd, (closeError) => done(error ?? closeError));
}

interface OpeningStream {
  fd: number | null;
  readonly path: string | null;
  readonly flags: unknown;
  readonly mode: unknown;
  emit(name: string, ...args: unknown[]): boolean;
}

function openDescriptor(fs: StreamFs, stream: OpeningStream, done: Callback): void {
  if (stream.fd !== null) {
    done(null);
    return;
  }
  fs.open(stream.path, stream.flags, stream.mode, (error, descriptor) => {
    if (error) return done(error);
    stream.fd = Number(descriptor);
    done(null);
    stream.emit('open', stream.fd);
    stream.emit('ready');
  });
}

function createReadStreamClass(fs: StreamFs) {
  return class ReadStream extends Readable {
    fd: number | null;
    path: string | null;
    bytesRead = 0;
    flags: unknown;
    mode: unknown;
    start: number | undefined;
    end: number;
    pos: number | undefined;
    autoClose: boolean;

    constructor(path: unknown, given?: unknown) {
      const options = optionsArgument(given);
      super({ ...options, highWaterMark: Number(options.highWaterMark ?? 65_536), autoDestroy: options.autoClose !== false });
      this.path = path === null || path === undefined ? null : pathArgument(path);
      this.fd = handleDescriptor(options.fd);
      this.flags = options.flags ?? 'r';
      this.mode = options.mode ?? 0o666;
      this.start = options.start === undefined ? undefined : Number(options.start);
      this.end = options.end === undefined ? Number.POSITIVE_INFINITY : Number(options.end);
      this.pos = this.start;
      this.autoClose = options.autoClose !== false;
    }
    get pending(): boolean {
      return this.fd === null;
    }
    _construct(done: Callback): void {
      openDescriptor(fs, this, done);
    }
    override _read(size: number): void {
      const left = this.end - (this.pos ?? this.bytesRead) + 1;
      const length = Math.min(size, left);
      if (length <= 0 || this.fd === null) {
        this.push(null);
        return;
      }
      const buffer = Buffer.allocUnsafe(length);
      fs.read(this.fd, buffer, 0, length, this.pos ?? null, (error, count) => {
        if (error) return void this.destroy(error);
        const bytes = Number(count);
        this.bytesRead += bytes;
        if (this.pos !== undefined) this.pos += bytes;
        this.push(bytes === 0 ? null : buffer.subarray(0, bytes));
      });
    }
    override _destroy(error: unknown, done: Callback): void {
      closeDescriptor(fs, this, error, done);
    }
    close(callback?: Callback): void {
      if (callback !== undefined) this.once('close', () => callback(null));
      this.destroy();
    }
  };
}

function createWriteStreamClass(fs: StreamFs) {
  return class WriteStream extends Writable {
    fd: number | null;
    path: string | null;
    bytesWritten = 0;
    flags: unknown;
    mode: unknown;
    start: number | undefined;
    pos: number | undefined;

    constructor(path: unknown, given?: unknown) {
      const options = optionsArgument(given);
      super({ ...options, decodeStrings: true, autoDestroy: options.autoClose !== false });
      this.path = path === null || path === undefined ? null : pathArgument(path);
      this.fd = handleDescriptor(options.fd);
      this.start = options.start === undefined ? undefined : Number(options.start);
      this.pos = this.start;
      this.flags = options.flags ?? (this.start === undefined ? 'w' : 'r+');
      this.mode = options.mode ?? 0o666;
    }
    get pending(): boolean {
      return this.fd === null;
    }
    _construct(done: Callback): void {
      openDescriptor(fs, this, done);
    }
    override _write(chunk: Uint8Array, _encoding: string, done: Callback): void {
      if (this.fd === null) {
        done(null);
        return;
      }
      fs.write(this.fd, chunk, 0, chunk.length, this.pos ?? null, (error, count) => {
        if (error) return done(error);
        const bytes = Number(count);
        this.bytesWritten += bytes;
        if (this.pos !== undefined) this.pos += bytes;
        if (bytes < chunk.length) return this._write(chunk.subarray(bytes), _encoding, done);
        done(null);
      });
    }
    override _destroy(error: unknown, done: Callback): void {
      closeDescriptor(fs, this, error, done);
    }
    close(callback?: Callback): void {
      if (callback !== undefined) this.once('close', () => callback(null));
      this.end();
    }
  };
}

/** `fs.ReadStream`, `fs.WriteStream` and what makes them. */
export function createFileStreams(host: NodeHost, fsExports: BuiltinExports): BuiltinExports {
  host.builtin('stream');
  // Filled by the caller before any stream exists.
  const fs = fsExports as unknown as StreamFs;
  const ReadStream = createReadStreamClass(fs);
  const WriteStream = createWriteStreamClass(fs);
  return {
    ReadStream,
    WriteStream,
    FileReadStream: ReadStream,
    FileWriteStream: WriteStream,
    createReadStream: (path: unknown, options?: unknown) => new ReadStream(path, options),
    createWriteStream: (path: unknown, options?: unknown) => new WriteStream(path, options),
  };
}
