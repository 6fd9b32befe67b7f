import { Deflate, deflateSync, Gunzip, Gzip, gunzipSync, gzipSync, Inflate, inflateSync, Unzlib, unzlibSync, Zlib, zlibSync } from 'fflate';
import { Transform } from 'readable-stream';
import { errorMessage } from '../../../../text/error-message.ts';
import { Buffer } from '../../base/buffer-class.ts';
import { nodeError } from '../../errors/node-error.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { inputBytes } from '../crypto/hashes.ts';
import { brotliFormats } from './brotli.ts';
import { flushDeflater, isDeflater } from './flush-deflater.ts';

type Callback = (error: unknown, result?: unknown) => void;

interface Engine {
  push(chunk: Uint8Array, isLast: boolean): void;
}

type Output = (data: Uint8Array, isLast: boolean) => void;
type Level = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

interface Format {
  whole(data: Uint8Array, level: Level, options: unknown): Uint8Array;
  stream(level: Level, output: Output, options: unknown): Engine;
}

function isZlibHeader(data: Uint8Array): boolean {
  return ((data[0] ?? 0) & 15) === 8 && (((data[0] ?? 0) << 8) | (data[1] ?? 0)) % 31 === 0;
}

/** Reads gzip or zlib by its first bytes. */
class AnyInflate implements Engine {
  #engine: Engine | null = null;
  constructor(private readonly output: Output) {}
  push(chunk: Uint8Array, isLast: boolean): void {
    this.#engine ??= chunk[0] === 0x1f ? new Gunzip(this.output) : isZlibHeader(chunk) ? new Unzlib(this.output) : new Inflate(this.output);
    this.#engine.push(chunk, isLast);
  }
}

/** The base checks no sum: what is cut off would come out as if it were whole. */
function wholeZlib(data: Uint8Array): Uint8Array {
  const result = unzlibSync(data);
  let [low, high] = [1, 0];
  for (let start = 0; start < result.length; start += ADLER_ROUND) {
    const end = Math.min(result.length, start + ADLER_ROUND);
    for (let index = start; index < end; index++) {
      low += result[index] ?? 0;
      high += low;
    }
    low %= 65_521;
    high %= 65_521;
  }
  const sum = new DataView(data.buffer, data.byteOffset, data.byteLength).getUint32(data.byteLength - 4);
  if (sum !== ((high << 16) | low) >>> 0) throw new Error('unexpected EOF');
  return result;
}

/** Additions that fit a small integer. */
const ADLER_ROUND = 3800;

const formats: ReadonlyMap<string, Format> = new Map<string, Format>([
  [
    'gzip',
    { whole: (data, level) => gzipSync(data, { level, mtime: 0 }), stream: (level, output) => new Gzip({ level, mtime: 0 }, output) },
  ],
  ['gunzip', { whole: (data) => gunzipSync(data), stream: (_level, output) => new Gunzip(output) }],
  ['deflate', { whole: (data, level) => zlibSync(data, { level }), stream: (level, output) => new Zlib({ level }, output) }],
  ['inflate', { whole: wholeZlib, stream: (_level, output) => new Unzlib(output) }],
  ['deflateRaw', { whole: (data, level) => deflateSync(data, { level }), stream: (level, output) => new Deflate({ level }, output) }],
  ['inflateRaw', { whole: (data) => inflateSync(data), stream: (_level, output) => new Inflate(output) }],
  [
    'unzip',
    {
      whole: (data) => (data[0] === 0x1f ? gunzipSync(data) : isZlibHeader(data) ? wholeZlib(data) : inflateSync(data)),
      stream: (_level, output) => new AnyInflate(output),
    },
  ],
]);

function levelOf(options: unknown): Level {
  const level: unknown = typeof options === 'object' && options !== null ? Reflect.get(options, 'level') : undefined;
  // zlib's default is 6; the range is checked by the comparison.
  return typeof level === 'number' && level >= 0 && level <= 9 ? (Math.trunc(level) as Level) : 6;
}

function zlibError(error: unknown): Error {
  // brotli's are made there.
  if (error instanceof Error && 'errno' in error) return error;
  const message = errorMessage(error);
  const isShort = /unexpected EOF/i.test(message);
  const [code, errno, text] = isShort ? ['Z_BUF_ERROR', -5, 'unexpected end of file'] : ['Z_DATA_ERROR', -3, 'incorrect header check'];
  return Object.assign(new Error(String(text)), { errno, code });
}

class ZlibStream extends Transform {
  readonly #engine: Engine;
  readonly #flushMark = Buffer.alloc(0);
  bytesWritten = 0;
  #hasInput = false;
  constructor(format: Format, options: unknown) {
    super(typeof options === 'object' && options !== null ? {} : undefined);
    this.#engine = format.stream(
      levelOf(options),
      (data) => {
        if (data.length > 0) this.push(Buffer.from(data));
      },
      options,
    );
  }
  #feed(chunk: Uint8Array, isLast: boolean, done: Callback): void {
    try {
      this.#engine.push(chunk, isLast);
    } catch (error) {
      done(zlibError(error));
      return;
    }
    done(null);
  }
  override _transform(chunk: Uint8Array, _encoding: string, done: Callback): void {
    if (chunk === this.#flushMark) {
      if (isDeflater(this.#engine)) flushDeflater(this.#engine);
      done(null);
      return;
    }
    this.bytesWritten += chunk.length;
    this.#hasInput = true;
    this.#feed(new Uint8Array(chunk), false, done);
  }
  override _flush(done: Callback): void {
    if (!this.#hasInput && /Unzip|Gunzip|Inflate/.test(this.constructor.name)) {
      done(null);
      return;
    }
    this.#feed(new Uint8Array(0), true, done);
  }
  flush(_kind?: unknown, callback?: () => void): void {
    const done = typeof _kind === 'function' ? (_kind as () => void) : callback;
    // In its turn among what is written, and never at once: who asks (`ws`) counts on continuing first.
    this.write(this.#flushMark, undefined, () => done?.());
  }
  close(callback?: () => void): void {
    if (callback !== undefined) this.once('close', callback);
    this.destroy();
  }
  params(_level: number, _strategy: number, callback: () => void): void {
    callback();
  }
  reset(): void {}
}

function constants(): Record<string, number> {
  return {
    Z_NO_FLUSH: 0,
    Z_PARTIAL_FLUSH: 1,
    Z_SYNC_FLUSH: 2,
    Z_FULL_FLUSH: 3,
    Z_FINISH: 4,
    Z_BLOCK: 5,
    Z_OK: 0,
    Z_STREAM_END: 1,
    Z_NEED_DICT: 2,
    Z_ERRNO: -1,
    Z_STREAM_ERROR: -2,
    Z_DATA_ERROR: -3,
    Z_MEM_ERROR: -4,
    Z_BUF_ERROR: -5,
    Z_VERSION_ERROR: -6,
    Z_NO_COMPRESSION: 0,
    Z_BEST_SPEED: 1,
    Z_BEST_COMPRESSION: 9,
    Z_DEFAULT_COMPRESSION: -1,
    Z_FILTERED: 1,
    Z_HUFFMAN_ONLY: 2,
    Z_RLE: 3,
    Z_FIXED: 4,
    Z_DEFAULT_STRATEGY: 0,
    ZLIB_VERNUM: 4880,
    DEFLATE: 1,
    INFLATE: 2,
    GZIP: 3,
    GUNZIP: 4,
    DEFLATERAW: 5,
    INFLATERAW: 6,
    UNZIP: 7,
    BROTLI_DECODE: 8,
    BROTLI_ENCODE: 9,
    Z_MIN_WINDOWBITS: 8,
    Z_MAX_WINDOWBITS: 15,
    Z_DEFAULT_WINDOWBITS: 15,
    Z_MIN_CHUNK: 64,
    Z_DEFAULT_CHUNK: 16_384,
    Z_MIN_MEMLEVEL: 1,
    Z_MAX_MEMLEVEL: 9,
    Z_DEFAULT_MEMLEVEL: 8,
    Z_MIN_LEVEL: -1,
    Z_MAX_LEVEL: 9,
    Z_DEFAULT_LEVEL: -1,
    BROTLI_OPERATION_PROCESS: 0,
    BROTLI_OPERATION_FLUSH: 1,
    BROTLI_OPERATION_FINISH: 2,
    BROTLI_PARAM_MODE: 0,
    BROTLI_PARAM_QUALITY: 1,
    BROTLI_PARAM_LGWIN: 2,
    BROTLI_PARAM_SIZE_HINT: 5,
    BROTLI_MODE_GENERIC: 0,
    BROTLI_MODE_TEXT: 1,
    BROTLI_MIN_QUALITY: 0,
    BROTLI_MAX_QUALITY: 11,
    BROTLI_DEFAULT_QUALITY: 11,
  };
}

/** Names and numbers of zlib's results, each by the other. */
function codes(): Record<string, number | string> {
  const found: Record<string, number | string> = {};
  for (const [name, value] of Object.entries(constants())) {
    if (!/^Z_(OK|STREAM_END|NEED_DICT|ERRNO|\w+_ERROR)$/.test(name)) continue;
    found[name] = value;
    found[String(value)] = name;
  }
  return Object.freeze(found);
}

export function createZlibModule(host: NodeHost): BuiltinExports {
  host.builtin('stream');
  const module: BuiltinExports = { constants: constants(), ...constants(), codes: codes() };
  const maxLength = (options: unknown): number => {
    const given: unknown = typeof options === 'object' && options !== null ? Reflect.get(options, 'maxOutputLength') : undefined;
    return typeof given === 'number' ? given : Number.POSITIVE_INFINITY;
  };
  const attempt = (format: Format, data: unknown, options: unknown): Buffer => {
    const bytes = inputBytes(data, undefined, 'buffer');
    let result: Uint8Array;
    try {
      result = format.whole(new Uint8Array(bytes), levelOf(options), options);
    } catch (error) {
      throw zlibError(error);
    }
    const limit = maxLength(options);
    if (result.length > limit) throw nodeError(RangeError, 'ERR_BUFFER_TOO_LARGE', `Cannot create a Buffer larger than ${limit} bytes`);
    return Buffer.from(result);
  };
  for (const [name, format] of [...formats, ...brotliFormats(host)]) {
    const className = name.charAt(0).toUpperCase() + name.slice(1);
    const Stream = {
      [className]: class extends ZlibStream {
        constructor(options?: unknown) {
          super(format, options);
        }
      },
    }[className];
    module[className] = Stream;
    module[`create${className}`] = (options?: unknown) => (Stream === undefined ? undefined : new Stream(options));
    module[`${name}Sync`] = (data: unknown, options?: unknown) => attempt(format, data, options);
    module[name] = (data: unknown, ...rest: unknown[]) => {
      const callback = rest.at(-1) as Callback;
      let result: Buffer | null = null;
      let failure: unknown = null;
      try {
        result = attempt(format, data, rest[0]);
      } catch (error) {
        failure = error;
      }
      host.loop.post(() => callback(failure, result));
    };
  }
  module.crc32 = crc32;
  return module;
}

function crc32(data: unknown, start = 0): number {
  let sum = ~start;
  for (const byte of inputBytes(data)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1));
  }
  return ~sum >>> 0;
}
