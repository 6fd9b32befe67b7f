import { Readable } from 'readable-stream';
import { Buffer } from '../../base/buffer-class.ts';
import { adoptable, callableClass } from '../../base/callable-class.ts';
import { outOfRange } from '../../errors/node-error.ts';
import { validateFunction, validateInteger } from '../../errors/validate.ts';
import { pathArgument, streamOptionsArgument } from './fs-arguments.ts';
import { closeForStream, openForStream, type StreamCallback, type StreamFs, type StreamHost, streamSource } from './stream-descriptor.ts';

const CHUNK_BYTES = 65_536;
const readDone = Symbol('readDone');

function checkRange(options: Record<string, unknown>): void {
  const { start, end } = options;
  if (start !== undefined) validateInteger(start, 'start', 0);
  if (end === undefined || end === Number.POSITIVE_INFINITY) return;
  validateInteger(end, 'end', 0);
  if (start !== undefined && start > end) throw outOfRange('start', `<= "end" (here: ${end})`, start);
}

function open(this: FileReadStream): void {
  openForStream(this, this.fileSystem, this.open, (error) => void (error && this.destroy(error as Error)));
}

class FileReadStream extends adoptable(Readable) {
  fd: number | null = null;
  path: unknown;
  flags: unknown;
  mode: unknown;
  start: number | undefined;
  end: number;
  pos: number | undefined;
  bytesRead = 0;
  declare open: unknown;
  declare fileSystem: StreamFs;
  /** Defined on the prototype of each process's own class. */
  declare streamHost: StreamHost;
  #isReading = false;

  constructor(path: unknown, given?: unknown) {
    const options = streamOptionsArgument(given);
    const { autoClose = true, highWaterMark = CHUNK_BYTES } = options;
    super({ ...options, highWaterMark: highWaterMark as number, autoDestroy: Boolean(autoClose) });
    const source = streamSource(this, options, this.streamHost);
    this.fd = source.fd;
    if (this.fd === null) this.path = path instanceof URL ? pathArgument(path) : path;
    this.flags = options.flags ?? 'r';
    this.mode = options.mode ?? 0o666;
    if (this.fd === null) {
      validateFunction(source.fs.open, 'options.fs.open');
      pathArgument(path);
    }
    validateFunction(source.fs.read, 'options.fs.read');
    if (autoClose) validateFunction(source.fs.close, 'options.fs.close');
    checkRange(options);
    Object.defineProperty(this, 'fileSystem', { value: source.fs, configurable: true });
    this.start = options.start as number | undefined;
    this.pos = this.start;
    this.end = (options.end ?? Number.POSITIVE_INFINITY) as number;
  }
  get autoClose(): boolean {
    return stateOf(this).autoDestroy;
  }
  set autoClose(value: boolean) {
    stateOf(this).autoDestroy = value;
  }
  get pending(): boolean {
    return this.fd === null;
  }
  _construct(done: StreamCallback): void {
    // The constructor failed because of its arguments.
    if (this.fileSystem === undefined) return;
    openForStream(this, this.fileSystem, open, done);
  }
  override _read(size: number): void {
    const length = Math.min(this.end - (this.pos ?? this.bytesRead) + 1, size);
    if (length <= 0) {
      this.push(null);
      return;
    }
    const buffer = Buffer.allocUnsafeSlow(length);
    this.#isReading = true;
    this.fileSystem.read(this.fd ?? -1, buffer, 0, length, this.pos, (error, count) => {
      this.#isReading = false;
      if (this.destroyed) this.emit(readDone, error);
      else if (error) this.#fail(error);
      else this.#take(buffer, Number(count));
    });
  }
  #fail(error: unknown): void {
    if (this.autoClose) this.destroy(error as Error);
    else this.emit('error', error);
  }
  #take(buffer: Buffer, count: number): void {
    if (count === 0) {
      this.push(null);
      return;
    }
    this.bytesRead += count;
    if (this.pos !== undefined) this.pos += count;
    // Copied, so that a short read does not retain the whole buffer.
    this.push(count === buffer.length ? buffer : Buffer.from(new Uint8Array(buffer.subarray(0, count)).buffer));
  }
  override _destroy(error: unknown, done: StreamCallback): void {
    if (this.#isReading) this.once(readDone, (late: unknown) => closeForStream(this, this.fileSystem, error ?? late, done));
    else closeForStream(this, this.fileSystem, error, done);
  }
  close(callback?: StreamCallback): void {
    if (callback !== undefined) {
      if (stateOf(this).closed) return void queueMicrotask(() => callback(null));
      this.once('close', () => callback(null));
    }
    this.destroy();
  }
}

export function createReadStreamClass(streamHost: StreamHost) {
  class ReadStream extends FileReadStream {}
  Object.defineProperty(ReadStream.prototype, 'streamHost', { value: streamHost });
  Object.defineProperty(ReadStream.prototype, 'open', { value: open, writable: true, configurable: true, enumerable: true });
  return callableClass('ReadStream', ReadStream, 'instances');
}

function stateOf(stream: Readable): { autoDestroy: boolean; closed: boolean } {
  // The base's internal state, which Node's streams expose to programs.
  return (stream as unknown as { _readableState: { autoDestroy: boolean; closed: boolean } })._readableState;
}
