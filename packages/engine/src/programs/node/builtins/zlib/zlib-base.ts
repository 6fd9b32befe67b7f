import { Transform } from 'readable-stream';
import { Buffer } from '../../base/buffer-class.ts';
import { adoptable } from '../../base/callable-class.ts';
import { nodeError } from '../../errors/node-error.ts';
import type { NodeHost } from '../../node-host.ts';
import type { CodecHandle } from './codec-handle.ts';
import { numberInRange, type ZlibOptions } from './zlib-options.ts';

type Done = (error?: unknown, data?: unknown) => void;

/** The numbers of flush operations in one format. */
export interface FlushNumbers {
  flush: number;
  finishFlush: number;
  fullFlush: number;
  /** The highest valid number. */
  last: number;
}

const DEFAULT_CHUNK = 16_384;
const SMALLEST_CHUNK = 64;
const LARGEST_BUFFER = 2 ** 53 - 1;
/** The value of `buffer.kMaxLength` when the module was created. */
let largestOutput = LARGEST_BUFFER;

export function limitOutput(bytes: unknown): void {
  if (typeof bytes === 'number') largestOutput = bytes;
}
/** Marks an empty chunk with the flush that `flush()` inserts among the writes. */
const flushMark = Symbol('kFlushFlag');
/** The error that ended a stream, read by synchronous processing. */
const failure = Symbol('kError');

/** Orders flushes by urgency: `Z_BLOCK` is between none and partial. */
function urgency(flush: number): number {
  return flush === 5 ? 0.5 : flush;
}

/** Node's base class of all compressing and decompressing streams: a Transform over a `_handle`. */
export class ZlibBase extends adoptable(Transform) {
  declare _writeState: Uint32Array;
  declare bytesWritten: number;
  declare _handle: CodecHandle | null;
  declare _outBuffer: Buffer;
  declare _outOffset: number;
  declare _chunkSize: number;
  declare _defaultFlushFlag: number;
  declare _finishFlushFlag: number;
  declare _defaultFullFlushFlag: number;
  declare _info: unknown;
  declare _maxOutputLength: number;
  declare _rejectGarbageAfterEnd: boolean;
  declare readonly host: NodeHost;
  declare [failure]: Error | null;

  constructor(host: NodeHost, options: ZlibOptions | null | undefined, handle: CodecHandle, numbers: FlushNumbers) {
    const streamOptions: ZlibOptions = { autoDestroy: true, ...options };
    const chunkSize = numberInRange(options?.chunkSize, 'options.chunkSize', SMALLEST_CHUNK, Number.POSITIVE_INFINITY, DEFAULT_CHUNK);
    const flush = numberInRange(options?.flush, 'options.flush', 0, numbers.last, numbers.flush);
    const finishFlush = numberInRange(options?.finishFlush, 'options.finishFlush', 0, numbers.last, numbers.finishFlush);
    const most = numberInRange(options?.maxOutputLength, 'options.maxOutputLength', 1, LARGEST_BUFFER, largestOutput);
    // These options do not apply to a stream of bytes.
    for (const name of ['encoding', 'objectMode', 'writableObjectMode', 'readableObjectMode', 'flush']) delete streamOptions[name];
    super(streamOptions);
    Object.defineProperty(this, 'host', { value: host });
    Object.defineProperty(this, failure, { value: null, writable: true });
    this._writeState = new Uint32Array(2);
    this.bytesWritten = 0;
    this._handle = handle;
    handle.onerror = (message, errno, code) => {
      const error = Object.assign(new Error(message), { errno, code });
      this.destroy(error);
      this[failure] = error;
    };
    this._outBuffer = Buffer.allocUnsafe(chunkSize);
    this._outOffset = 0;
    this._chunkSize = chunkSize;
    this._defaultFlushFlag = flush;
    this._finishFlushFlag = finishFlush;
    this._defaultFullFlushFlag = numbers.fullFlush;
    this._info = options?.info;
    this._maxOutputLength = most;
    this._rejectGarbageAfterEnd = options?.rejectGarbageAfterEnd === true;
  }

  get _closed(): boolean {
    return !this._handle;
  }

  get bytesRead(): number {
    return this.bytesWritten;
  }
  set bytesRead(value: number) {
    this.bytesWritten = value;
  }

  reset(): void {
    if (!this._handle) throw nodeError(Error, 'ERR_INTERNAL_ASSERTION', 'zlib binding closed');
    this._handle.reset();
  }

  override _flush(done: Done): void {
    this._transform(Buffer.alloc(0), '', done);
  }

  override _final(done: Done): void {
    done();
  }

  flush(kind?: unknown, given?: unknown): void {
    const callback = (typeof kind === 'function' ? kind : given) as Done | undefined;
    const wanted = typeof kind === 'number' ? kind : this._defaultFullFlushFlag;
    if (this.writableFinished) {
      if (callback) this.host.loop.nextTick(callback, []);
    } else if (this.writableEnded) {
      if (callback) this.once('end', callback as () => void);
    } else {
      // Queued in order among the writes.
      this.write(Object.assign(Buffer.alloc(0), { [flushMark]: wanted }), '', callback);
    }
  }

  close(callback?: Done): void {
    if (callback) {
      const finished = this.host.builtin('stream').finished as (stream: unknown, done: Done) => void;
      finished(this, callback);
    }
    this.destroy();
  }

  override _destroy(error: unknown, done: Done): void {
    closeHandle(this);
    done(error);
  }

  override _transform(chunk: Uint8Array & { [flushMark]?: number }, _encoding: string, done: Done): void {
    let flush = this._defaultFlushFlag;
    const marked = chunk[flushMark];
    if (typeof marked === 'number') flush = marked;
    else if (this.writableEnded && this.writableLength === chunk.byteLength)
      flush = urgency(flush) > urgency(this._finishFlushFlag) ? flush : this._finishFlushFlag;
    processLater(this, chunk, flush, done);
  }

  /** Works synchronously if it is called without a callback, as older packages do (minizlib, yauzl, pngjs). */
  _processChunk(chunk: Uint8Array, flush: number, done?: Done): Buffer | undefined {
    if (typeof done === 'function') {
      processLater(this, chunk, flush, done);
      return undefined;
    }
    return processNow(this, chunk, flush);
  }
}

export function closeHandle(stream: ZlibBase): void {
  // Closing twice is harmless, even after an error in the constructor.
  stream._handle?.close();
  stream._handle = null;
}

/** Returns the bytes written to the output buffer, and replaces the buffer if it is full. */
function takeOutput(stream: ZlibBase, freeBefore: number): Buffer | null {
  const free = stream._writeState[0] ?? 0;
  const written = freeBefore - free;
  let taken: Buffer | null = null;
  if (written > 0) {
    taken = stream._outBuffer.slice(stream._outOffset, stream._outOffset + written) as Buffer;
    stream._outOffset += written;
  } else if (written < 0) throw nodeError(Error, 'ERR_INTERNAL_ASSERTION', 'have should not go down');
  if (free === 0 || stream._outOffset >= stream._chunkSize) {
    stream._outOffset = 0;
    stream._outBuffer = Buffer.allocUnsafe(stream._chunkSize);
  }
  return taken;
}

function processNow(stream: ZlibBase, chunk: Uint8Array, flush: number): Buffer {
  const handle = stream._handle;
  if (!handle) throw nodeError(Error, 'ERR_INTERNAL_ASSERTION', 'zlib binding closed');
  let failed: unknown = null;
  stream.on('error', (error: unknown) => {
    failed = error;
  });
  const parts: Buffer[] = [];
  let length = 0;
  let offset = 0;
  let left = chunk.byteLength;
  for (;;) {
    const free = stream._chunkSize - stream._outOffset;
    handle.writeSync(flush, chunk, offset, left, stream._outBuffer, stream._outOffset, free);
    const error = failed ?? stream[failure];
    if (error !== null) {
      closeHandle(stream);
      throw error;
    }
    const leftAfter = stream._writeState[1] ?? 0;
    const isFull = stream._writeState[0] === 0;
    const taken = takeOutput(stream, free);
    if (taken !== null) {
      parts.push(taken);
      length += taken.length;
      if (length > stream._maxOutputLength) {
        closeHandle(stream);
        throw tooLarge(stream._maxOutputLength);
      }
    }
    offset += left - leftAfter;
    left = leftAfter;
    if (!isFull) break;
  }
  if (left > 0 && stream._rejectGarbageAfterEnd) {
    closeHandle(stream);
    throw trailingJunk();
  }
  stream.bytesWritten = offset;
  closeHandle(stream);
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts, length);
}

export function tooLarge(limit: number): Error {
  return nodeError(RangeError, 'ERR_BUFFER_TOO_LARGE', `Cannot create a Buffer larger than ${limit} bytes`);
}

function trailingJunk(): Error {
  return nodeError(TypeError, 'ERR_TRAILING_JUNK_AFTER_STREAM_END', 'Trailing junk found after the end of the compressed stream');
}

function processLater(stream: ZlibBase, chunk: Uint8Array, flush: number, done: Done): void {
  const handle = stream._handle;
  if (!handle) {
    stream.host.loop.nextTick(done, []);
    return;
  }
  handle.buffer = chunk;
  handle.cb = done;
  handle.availOutBefore = stream._chunkSize - stream._outOffset;
  handle.availInBefore = chunk.byteLength;
  handle.inOff = 0;
  handle.flushFlag = flush;
  writeOn(stream, handle);
}

function writeOn(stream: ZlibBase, handle: CodecHandle): void {
  handle.write(
    handle.flushFlag,
    handle.buffer,
    handle.inOff,
    handle.availInBefore,
    stream._outBuffer,
    stream._outOffset,
    handle.availOutBefore,
  );
}

/** Handles a finished write of the handle: passes its output on, and continues if the output was full. */
export function afterWrite(stream: ZlibBase, handle: CodecHandle): void {
  if (stream.destroyed) {
    handle.buffer = null;
    handle.cb();
    return;
  }
  const isFull = stream._writeState[0] === 0;
  const left = stream._writeState[1] ?? 0;
  const used = handle.availInBefore - left;
  stream.bytesWritten += used;
  const taken = takeOutput(stream, handle.availOutBefore);
  const mayContinue = taken === null || stream.push(taken);
  if (stream.destroyed) {
    handle.cb();
    return;
  }
  if (isFull) {
    handle.inOff += used;
    handle.availInBefore = left;
    handle.availOutBefore = stream._chunkSize - stream._outOffset;
    if (mayContinue) writeOn(stream, handle);
    else waitForReader(stream, handle);
    return;
  }
  if (left > 0) {
    // The output buffer is not full, so the compressed stream has ended and the remaining input does not belong to it.
    if (stream._rejectGarbageAfterEnd) {
      handle.cb(trailingJunk());
      return;
    }
    // The rest is still consumed, so that writes and flushes after the end call back.
    stream.push(null);
  }
  handle.buffer = null;
  handle.cb();
}

/** Continues when the consumer reads again. */
function waitForReader(stream: ZlibBase, handle: CodecHandle): void {
  const read = stream._read;
  stream._read = (size) => {
    stream._read = read;
    if (stream._handle !== null && handle.buffer !== null) writeOn(stream, handle);
    stream._read(size);
  };
}
