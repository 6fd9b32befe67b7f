import { asBuffer, Buffer, textToBytes } from '../../base/buffer-class.ts';
import { invalidArgumentType, nodeError, outOfRange } from '../../errors/node-error.ts';
import { fileUrlToPath } from '../../loader/module-files.ts';

/** A path as programs give it (text, bytes or file URL), as text. */
export function pathArgument(value: unknown, name = 'path'): string {
  let path: string;
  if (typeof value === 'string') path = value;
  else if (value instanceof Uint8Array) path = new TextDecoder().decode(value);
  else if (value instanceof URL || (typeof value === 'object' && value !== null && 'href' in value && 'protocol' in value)) {
    const url = new URL(String(value));
    if (url.protocol !== 'file:') throw nodeError(TypeError, 'ERR_INVALID_URL_SCHEME', 'The URL must be of scheme file');
    path = fileUrlToPath(url.href);
  } else throw invalidArgumentType(name, 'of type string or an instance of Buffer or URL', value);
  if (path.includes('\u0000'))
    throw nodeError(
      TypeError,
      'ERR_INVALID_ARG_VALUE',
      `The argument '${name}' must be a string, Uint8Array, or URL without null bytes. Received ${JSON.stringify(path)}`,
    );
  return path;
}

export function descriptorArgument(value: unknown): number {
  if (typeof value !== 'number') throw invalidArgumentType('fd', 'of type number', value);
  if (!Number.isInteger(value) || value < 0) throw outOfRange('fd', 'an integer >= 0 && <= 2147483647', value);
  return value;
}

/** Options that may also be just an encoding. */
export function optionsArgument(value: unknown): Record<string, unknown> {
  if (typeof value === 'string') return { encoding: value };
  if (value === undefined || value === null || typeof value === 'function') return {};
  if (typeof value !== 'object') throw invalidArgumentType('options', 'of type string or an instance of Object', value);
  return Object.fromEntries(Object.entries(value));
}

const openFlagNames = new Map<string, number>([
  ['r', 0],
  ['rs', 0o4010000],
  ['sr', 0o4010000],
  ['r+', 2],
  ['rs+', 2],
  ['sr+', 2],
  ['w', 0o1101],
  ['wx', 0o1301],
  ['xw', 0o1301],
  ['w+', 0o1102],
  ['wx+', 0o1302],
  ['xw+', 0o1302],
  ['a', 0o2101],
  ['ax', 0o2301],
  ['xa', 0o2301],
  ['as', 0o2101],
  ['sa', 0o2101],
  ['a+', 0o2102],
  ['ax+', 0o2302],
  ['xa+', 0o2302],
  ['as+', 0o2102],
  ['sa+', 0o2102],
]);

export function flagsArgument(value: unknown, fallback = 0): number {
  if (value === undefined || value === null) return fallback;
  if (typeof value === 'number') return value;
  const flags = openFlagNames.get(String(value));
  if (flags === undefined)
    throw nodeError(TypeError, 'ERR_INVALID_ARG_VALUE', `The argument 'flags' is invalid. Received '${String(value)}'`);
  return flags;
}

export function modeArgument(value: unknown, fallback: number): number {
  if (value === undefined || value === null || typeof value === 'function') return fallback;
  if (typeof value === 'string') return Number.parseInt(value, 8);
  if (typeof value !== 'number') throw invalidArgumentType('mode', 'of type number', value);
  return value;
}

/** Data to write, as bytes. */
export function bytesArgument(value: unknown, encoding: unknown, name = 'data'): Uint8Array {
  if (typeof value === 'string') {
    return encoding === undefined || encoding === null || encoding === 'utf8' || encoding === 'utf-8'
      ? textToBytes(value)
      : Buffer.from(value, encoding as BufferEncodingName);
  }
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  throw invalidArgumentType(name, 'of type string or an instance of Buffer, TypedArray, or DataView', value);
}

type BufferEncodingName = Parameters<typeof Buffer.from>[1] & string;

/** Bytes as a Buffer, or as text when an encoding was asked for. */
export function encodeResult(bytes: Uint8Array, encoding: unknown): Buffer | string {
  const buffer = asBuffer(bytes);
  if (encoding === undefined || encoding === null || encoding === 'buffer') return buffer;
  if (!Buffer.isEncoding(String(encoding)))
    throw nodeError(TypeError, 'ERR_INVALID_ARG_VALUE', `The argument 'encoding' is invalid encoding. Received '${String(encoding)}'`);
  return buffer.toString(encoding as BufferEncodingName);
}

/** A time as `utimes` takes it (seconds, Date or text), in milliseconds. */
export function timeArgument(value: unknown): number {
  if (value instanceof Date) return value.getTime();
  const seconds = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
  if (Number.isNaN(seconds)) return new Date(String(value)).getTime();
  return seconds * 1000;
}
