import { Buffer } from '../../base/buffer-class.ts';
import { describeReceived, invalidArgumentType, nodeError, outOfRange } from '../../errors/node-error.ts';
import { checkBufferBounds } from './buffer-bounds.ts';

function base64UrlToBase64(text: string): string {
  return text.replaceAll('-', '+').replaceAll('_', '/');
}

function isEncodingName(encoding: unknown, name: string): boolean {
  return typeof encoding === 'string' && encoding.toLowerCase() === name;
}

/** `toString` among them with its arguments, unlike an object's. */
type LooseMethods = Omit<Record<string | symbol, LooseFunction>, 'toString'> & { toString: LooseFunction };

type LooseFunction = (this: unknown, ...args: unknown[]) => unknown;

/** Shorter texts are faster in the base's own loops. */
const NATIVE_TEXT_BYTES = 64;

/** Gives the base Buffer what it lacks: `base64url`, native speed for long UTF-8 text, and Node's way of being shown. */
export function completeBuffer(): void {
  // The base's functions are replaced by ones of the same shape; their many overloads are of no use here.
  const statics = Buffer as unknown as Record<string, LooseFunction>;
  // As above.
  const methods = Buffer.prototype as unknown as LooseMethods;
  if (statics.isDevonzComplete !== undefined) return;
  Object.defineProperty(Buffer, 'isDevonzComplete', { value: true });
  // Programs take a Buffer that has it for a polyfill, and refuse to work (jsdom, by @exodus/bytes).
  Reflect.deleteProperty(Buffer, 'TYPED_ARRAY_SUPPORT');
  completeStatics(statics);
  checkStatics(statics);
  completeMethods(methods);
  // Its own methods, by their names.
  checkBufferBounds(methods as unknown as Parameters<typeof checkBufferBounds>[0]);
}

function completeStatics(statics: Record<string, LooseFunction>): void {
  const { from, isEncoding, byteLength } = statics;
  if (from === undefined || isEncoding === undefined || byteLength === undefined) return;
  const encoder = new TextEncoder();
  statics.from = (value, encoding, length) => {
    if (typeof value === 'string') {
      if (isEncodingName(encoding, 'base64url')) return from.call(Buffer, base64UrlToBase64(value), 'base64');
      if ((encoding === undefined || encoding === 'utf8' || encoding === 'utf-8') && value.length > NATIVE_TEXT_BYTES) {
        const bytes = encoder.encode(value);
        return from.call(Buffer, bytes.buffer, bytes.byteOffset, bytes.byteLength);
      }
    }
    return from.call(Buffer, value, encoding, length);
  };
  statics.isEncoding = (encoding) => isEncodingName(encoding, 'base64url') || isEncoding.call(Buffer, encoding);
  statics.byteLength = (value, encoding) =>
    typeof value === 'string' && isEncodingName(encoding, 'base64url')
      ? byteLength.call(Buffer, base64UrlToBase64(value), 'base64')
      : byteLength.call(Buffer, value, encoding);
  statics.copyBytesFrom = (view, offset = 0, length) => {
    const typed = view as Uint8Array;
    const part = typed.subarray(Number(offset), length === undefined ? undefined : Number(offset) + Number(length));
    return from.call(Buffer, new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
  };
}

const SOURCE_KINDS = 'of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like Object';

function isKnownEncoding(encoding: unknown): boolean {
  return typeof encoding !== 'string' || encoding === '' || Buffer.isEncoding(encoding);
}

/** Node's errors, where the base words them otherwise. */
function checkStatics(statics: Record<string, LooseFunction>): void {
  const { from, concat, byteLength, compare } = statics;
  if (from === undefined || concat === undefined || byteLength === undefined || compare === undefined) return;
  statics.from = (value, encoding, length) => {
    if (typeof value === 'string') {
      if (isKnownEncoding(encoding)) return from.call(Buffer, value, encoding, length);
      throw nodeError(TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${String(encoding)}`);
    }
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null)
      throw nodeError(TypeError, 'ERR_INVALID_ARG_TYPE', `The first argument must be ${SOURCE_KINDS}. ${describeReceived(value)}`);
    return from.call(Buffer, value, encoding, length);
  };
  for (const name of ['alloc', 'allocUnsafe', 'allocUnsafeSlow']) {
    const make = statics[name];
    statics[name] = (size, ...rest) => {
      if (typeof size !== 'number') throw invalidArgumentType('size', 'of type number', size);
      if (!(size >= 0 && size <= 2 ** 32)) throw outOfRange('size', '>= 0 && <= 4294967296', size);
      return make?.call(Buffer, size, ...rest);
    };
  }
  statics.concat = (list, length) => {
    if (!Array.isArray(list)) throw invalidArgumentType('list', 'an instance of Array', list);
    return concat.call(Buffer, list, length);
  };
  statics.byteLength = (value, encoding) => {
    if (typeof value !== 'string' && !ArrayBuffer.isView(value) && !(value instanceof ArrayBuffer) && !(value instanceof SharedArrayBuffer))
      throw invalidArgumentType('string', 'of type string or an instance of Buffer or ArrayBuffer', value);
    if (typeof value === 'string' && /^base64(?:url)?$/i.test(String(encoding)))
      // By its length alone, whatever it holds.
      return Math.floor((value.replace(/={1,2}$/, '').length * 3) / 4);
    return byteLength.call(Buffer, value, encoding);
  };
  statics.compare = (first, second) => {
    for (const [name, value] of Object.entries({ buf1: first, buf2: second }))
      if (!(value instanceof Uint8Array)) throw invalidArgumentType(name, 'an instance of Buffer or Uint8Array', value);
    return compare.call(Buffer, first, second);
  };
}

function checkEncoding(encoding: unknown): void {
  if (!isKnownEncoding(encoding)) throw nodeError(TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${String(encoding)}`);
}

function completeMethods(methods: LooseMethods): void {
  const { toString: baseToString, write } = methods;
  if (baseToString === undefined || write === undefined) return;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  methods.toString = function (encoding, start, end) {
    const buffer = this as Uint8Array;
    const isUtf8 = encoding === undefined || encoding === 'utf8' || encoding === 'utf-8';
    if (isUtf8 && buffer.length > NATIVE_TEXT_BYTES && !(buffer.buffer instanceof SharedArrayBuffer)) {
      const from = start === undefined ? 0 : Math.max(0, Number(start) || 0);
      const to = end === undefined ? buffer.length : Math.max(from, Math.min(buffer.length, Number(end)));
      return decoder.decode(new Uint8Array(buffer.buffer, buffer.byteOffset + from, Math.max(0, to - from)));
    }
    if (isEncodingName(encoding, 'base64url'))
      return String(baseToString.call(this, 'base64', start, end))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replace(/=+$/, '');
    checkEncoding(encoding);
    return baseToString.call(this, encoding, start, end);
  };
  for (const [name, bits] of [
    ['swap16', 16],
    ['swap32', 32],
    ['swap64', 64],
  ] as const) {
    const swap = methods[name];
    methods[name] = function () {
      if ((this as Uint8Array).length % (bits / 8) !== 0)
        throw nodeError(RangeError, 'ERR_INVALID_BUFFER_SIZE', `Buffer size must be a multiple of ${bits}-bits`);
      return swap?.call(this);
    };
  }
  Object.assign(methods, { toLocaleString: methods.toString });
  const { indexOf } = methods;
  methods.indexOf = function (value, offset, encoding) {
    // Nothing is found where the search begins.
    if (value === '') return Math.min((this as Uint8Array).length, Math.max(0, Number(offset) || 0));
    return indexOf?.call(this, value, offset, encoding);
  };
  methods.write = function (text, ...rest) {
    const encoding = rest.at(-1);
    if (isEncodingName(encoding, 'base64url')) return write.call(this, base64UrlToBase64(String(text)), ...rest.slice(0, -1), 'base64');
    return write.call(this, text, ...rest);
  };
  for (const name of ['asciiSlice', 'base64Slice', 'latin1Slice', 'hexSlice', 'ucs2Slice', 'utf8Slice', 'base64urlSlice']) {
    const encoding = name.slice(0, -'Slice'.length);
    methods[name] ??= function (start, end) {
      return (this as { toString(...args: unknown[]): string }).toString(encoding, start, end);
    };
  }
  for (const name of ['asciiWrite', 'base64Write', 'latin1Write', 'hexWrite', 'ucs2Write', 'utf8Write', 'base64urlWrite']) {
    const encoding = name.slice(0, -'Write'.length);
    methods[name] ??= function (text, offset = 0, length) {
      return (this as { write(...args: unknown[]): number }).write(text, offset, length, encoding);
    };
  }
  methods[Symbol.for('nodejs.util.inspect.custom')] = function () {
    const buffer = this as Uint8Array;
    const shown = [...buffer.subarray(0, 50)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const more = buffer.length > 50 ? ` ... ${buffer.length - 50} more byte${buffer.length > 51 ? 's' : ''}` : '';
    return `<Buffer${shown === '' ? '' : ` ${shown}`}${more}>`;
  };
}
