import { Writable } from 'readable-stream';
import { adoptable, callableClass } from '../../base/callable-class.ts';
import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';
import { validateBoolean, validateFunction, validateInteger } from '../../errors/validate.ts';
import { pathArgument, streamOptionsArgument } from './fs-arguments.ts';
import { closeForStream, openForStream, type StreamCallback, type StreamFs, type StreamHost, streamSource } from './stream-descriptor.ts';

const MOST_EMPTY_WRITES = 5;
const writeDone = Symbol('writeDone');

function checkOperations(fs: StreamFs, isOpened: boolean, autoClose: unknown, flush: unknown): void {
  if (!isOpened) validateFunction(fs.open, 'options.fs.open');
  if (!fs.write && !fs.writev) throw invalidArgumentType('options.fs.write', 'of type function', fs.write);
  if (fs.write) validateFunction(fs.write, 'options.fs.write');
  if (fs.writev) validateFunction(fs.writev, 'options.fs.writev');
  if (autoClose) validateFunction(fs.close, 'options.fs.close');
  if (flush) validateFunction(fs.fsync, 'options.fs.fsync');
}

function open(this: FileWriteStream): void {
  openForStream(this, this.fileSystem, this.open, (error) => void (error && this.destroy(error as Error)));
}

class FileWriteStream extends adoptable(Writable) {
  fd: number | null = null;
  path: unknown;
  flags: unknown;
  mode: unknown;
  start: number | undefined;
  pos: number | undefined;
  bytesWritten = 0;
  flush: boolean;
  declare open: unknown;
  declare fileSystem: StreamFs;
  /** Defined on the prototype of each process's own class. */
  declare streamHost: StreamHost;
  #isWriting = false;

  constructor(path: unknown, given?: unknown) {
    const options = streamOptionsArgument(given);
    const { autoClose = true, flush } = options;
    if (flush !== undefined && flush !== null) validateBoolean(flush, 'options.flush');
    super({ ...options, decodeStrings: true, autoDestroy: Boolean(autoClose) });
    const source = streamSource(this, options, this.streamHost);
    this.fd = source.fd;
    if (this.fd === null) this.path = path instanceof URL ? pathArgument(path) : path;
    this.flags = options.flags ?? 'w';
    this.mode = options.mode ?? 0o666;
    this.flush = Boolean(flush);
    if (this.fd === null) pathArgument(path);
    checkOperations(source.fs, this.fd !== null, autoClose, flush);
    Object.defineProperty(this, 'fileSystem', { value: source.fs, configurable: true });
    // If the given operations lack one of the two, the base uses the other.
    for (const name of ['write', 'writev'] as const)
      if (!source.fs[name]) Object.defineProperty(this, `_${name}`, { value: null, writable: true, configurable: true });
    const { start } = options;
    if (start !== undefined) {
      validateInteger(start, 'start', 0);
      this.start = start;
      this.pos = start;
    }
    if (typeof options.encoding === 'string')
      // The base has this method, but its types omit it.
      (this as unknown as { setDefaultEncoding(encoding: string): void }).setDefaultEncoding(options.encoding);
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
  override _write(chunk: Uint8Array, _encoding: string, done: StreamCallback): void {
    const write = (data: Uint8Array[], position: number | undefined, callback: StreamCallback) => {
      const [bytes = chunk] = data;
      this.fileSystem.write?.(this.fd ?? -1, bytes, 0, bytes.length, position, callback);
    };
    this.#writeAll([chunk], write, 0, done);
  }
  override _writev(items: { chunk: Uint8Array }[], done: StreamCallback): void {
    const chunks = items.map(({ chunk }) => chunk);
    const write = (data: Uint8Array[], position: number | undefined, callback: StreamCallback) =>
      this.fileSystem.writev?.(this.fd ?? -1, data, position, callback);
    this.#writeAll(chunks, write, 0, done);
  }
  #writeAll(
    chunks: Uint8Array[],
    write: (data: Uint8Array[], position: number | undefined, callback: StreamCallback) => void,
    emptyWrites: number,
    done: StreamCallback,
  ): void {
    this.#isWriting = true;
    write(chunks, this.pos, (error, count) => {
      this.#isWriting = false;
      const isBusy = typeof error === 'object' && error !== null && 'code' in error && error.code === 'EAGAIN';
      const bytes = isBusy ? 0 : Number(count ?? 0);
      if (this.destroyed || (error && !isBusy)) {
        done(error || nodeError(Error, 'ERR_STREAM_DESTROYED', 'Cannot call write after a stream was destroyed'));
        this.emit(writeDone, error);
        return;
      }
      this.bytesWritten += bytes;
      if (this.pos !== undefined) this.pos += bytes;
      const left = withoutFirst(chunks, bytes);
      if (left.length === 0) done();
      else if (bytes === 0 && emptyWrites === MOST_EMPTY_WRITES) done(new Error('write failed'));
      else this.#writeAll(left, write, bytes === 0 ? emptyWrites + 1 : 0, done);
    });
  }
  override _destroy(error: unknown, done: StreamCallback): void {
    if (this.#isWriting) this.once(writeDone, (late: unknown) => this.#close(error ?? late, done));
    else this.#close(error, done);
  }
  #close(error: unknown, done: StreamCallback): void {
    const { fd } = this;
    const close = (failure: unknown) => closeForStream(this, this.fileSystem, failure, done);
    if (fd !== null && this.flush) this.fileSystem.fsync(fd, (flushError) => close(flushError || error));
    else close(error);
  }
  close(callback?: StreamCallback): void {
    if (callback !== undefined) {
      if (stateOf(this).closed) return void queueMicrotask(() => callback());
      this.on('close', () => callback());
    }
    // Without `autoClose`, nothing else would close it.
    if (!this.autoClose) this.on('finish', () => this.destroy());
    this.end();
  }
  destroySoon(): void {
    this.end();
  }
}

export function createWriteStreamClass(streamHost: StreamHost) {
  class WriteStream extends FileWriteStream {}
  Object.defineProperty(WriteStream.prototype, 'streamHost', { value: streamHost });
  Object.defineProperty(WriteStream.prototype, 'open', { value: open, writable: true, configurable: true, enumerable: true });
  Object.defineProperty(WriteStream.prototype, 'destroySoon', { value: WriteStream.prototype.end, writable: true, configurable: true });
  return callableClass('WriteStream', WriteStream, 'instances');
}

function withoutFirst(chunks: Uint8Array[], count: number): Uint8Array[] {
  let left = count;
  return chunks.flatMap((chunk) => {
    const taken = Math.min(left, chunk.length);
    left -= taken;
    return taken === chunk.length ? [] : [chunk.subarray(taken)];
  });
}

function stateOf(stream: Writable): { autoDestroy: boolean; closed: boolean } {
  // The base's internal state, which Node's streams expose to programs.
  return (stream as unknown as { _writableState: { autoDestroy: boolean; closed: boolean } })._writableState;
}
