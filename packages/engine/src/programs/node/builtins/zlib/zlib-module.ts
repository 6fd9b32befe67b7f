import { Buffer } from '../../base/buffer-class.ts';
import { invalidArgumentType } from '../../errors/node-error.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { crc32 } from './crc32.ts';
import { limitOutput, tooLarge, type ZlibBase } from './zlib-base.ts';
import { createZlibClasses, type ZlibClass } from './zlib-classes.ts';
import { zlibConstants } from './zlib-constants.ts';
import { wholeInput } from './zlib-options.ts';

type Callback = (error: unknown, result?: unknown) => void;

/** Brotli's constants are only in `constants`. */
const isListedToo = (name: string): boolean => !name.startsWith('BROTLI_');

/** Returns zlib's result codes, both by name and by number. */
function createCodes(): Record<string, number | string> {
  const codes: Record<string, number | string> = {};
  for (const [name, value] of Object.entries(zlibConstants)) {
    if (!/^Z_(?:OK|STREAM_END|NEED_DICT|ERRNO|[A-Z]+_ERROR)$/.test(name)) continue;
    codes[name] = value;
    codes[String(value)] = name;
  }
  return Object.freeze(codes);
}

/** Collects the output of a stream until it ends. */
function collect(stream: ZlibBase, input: Uint8Array | string, callback: Callback): void {
  const parts: Uint8Array[] = [];
  let length = 0;
  stream.on('data', (chunk: Uint8Array) => {
    parts.push(chunk);
    length += chunk.length;
    if (length <= stream._maxOutputLength) return;
    stream.close();
    callback(tooLarge(stream._maxOutputLength));
  });
  stream.on('error', (error: unknown) => callback(error));
  stream.on('end', () => {
    // The last chunk may have exceeded the limit.
    if (length > stream._maxOutputLength) return;
    const buffer = parts.length === 1 ? parts[0] : Buffer.concat(parts, length);
    stream.close();
    callback(null, stream._info ? { buffer, engine: stream } : buffer);
  });
  stream.end(input);
}

function whole(Class: ZlibClass) {
  return {
    later: function asyncBufferWrapper(buffer: unknown, options: unknown, callback: unknown): void {
      const done = typeof options === 'function' ? options : callback;
      if (typeof done !== 'function') throw invalidArgumentType('callback', 'of type function', done);
      const stream = new Class(typeof options === 'function' ? {} : options);
      collect(stream, wholeInput(buffer), done as Callback);
    },
    now: function syncBufferWrapper(buffer: unknown, options: unknown): unknown {
      const given = wholeInput(buffer);
      const stream = new Class(options);
      const bytes = typeof given === 'string' ? Buffer.from(given) : given;
      const result = stream._processChunk(bytes, stream._finishFlushFlag);
      return stream._info ? { buffer: result, engine: stream } : result;
    },
  };
}

/** Adds `createGzip` and similar functions, which programs cannot replace. */
function addMaker(module: BuiltinExports, name: string, Class: ZlibClass): void {
  const make = {
    value(options: unknown) {
      return new Class(options);
    },
  };
  Object.defineProperty(module, `create${name}`, { value: make.value, enumerable: true, configurable: true, writable: false });
}

export function createZlibModule(host: NodeHost): BuiltinExports {
  host.builtin('stream');
  limitOutput(host.builtin('buffer').kMaxLength);
  const classes = createZlibClasses(host);
  const module: BuiltinExports = { crc32, ...Object.fromEntries(classes) };
  const order = ['Deflate', 'Gzip', 'DeflateRaw', 'Unzip', 'Inflate', 'Gunzip', 'InflateRaw', 'BrotliCompress', 'BrotliDecompress'];
  for (const name of [...order, 'ZstdCompress', 'ZstdDecompress']) {
    const Class = classes.get(name);
    if (Class === undefined) continue;
    const { later, now } = whole(Class);
    const plain = name.charAt(0).toLowerCase() + name.slice(1);
    module[plain] = later;
    module[`${plain}Sync`] = now;
  }
  for (const [name, Class] of classes) addMaker(module, name, Class);
  const constants = Object.freeze(Object.assign(Object.create(null), zlibConstants));
  Object.defineProperty(module, 'constants', { value: constants, enumerable: true });
  Object.defineProperty(module, 'codes', { value: createCodes(), enumerable: true });
  // Also defined on the module, as in older versions of Node, but not enumerable.
  for (const [name, value] of Object.entries(zlibConstants))
    if (isListedToo(name)) Object.defineProperty(module, name, { value, enumerable: false });
  return module;
}
