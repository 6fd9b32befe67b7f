import { asBuffer, Buffer, textToBytes } from '../../base/buffer-class.ts';
import { invalidArgumentType, invalidArgumentValue, nodeError, outOfRange } from '../../errors/node-error.ts';
import { validateAbortSignal, validateInt32, validateInteger, validateUint32 } from '../../errors/validate.ts';
import { fileUrlToPath } from '../../loader/module-files.ts';

const pathDecoder = new TextDecoder();
const LARGEST_USER = 2 ** 32 - 1;

/** Returns a path that a program passes (text, bytes or file URL) as text. */
export function pathArgument(value: unknown, name = 'path'): string {
  let path: string;
  if (typeof value === 'string') path = value;
  else if (value instanceof Uint8Array) path = pathDecoder.decode(value);
  else if (value instanceof URL || (typeof value === 'object' && value !== null && 'href' in value && 'protocol' in value)) {
    const url = new URL(String(value));
    if (url.protocol !== 'file:') throw nodeError(TypeError, 'ERR_INVALID_URL_SCHEME', 'The URL must be of scheme file');
    if (url.hostname !== '') throw nodeError(TypeError, 'ERR_INVALID_FILE_URL_HOST', 'File URL host must be "localhost" or empty on linux');
    if (/%2f/i.test(url.pathname))
      throw nodeError(TypeError, 'ERR_INVALID_FILE_URL_PATH', 'File URL path must not include encoded / characters');
    path = fileUrlToPath(url.href);
  } else throw invalidArgumentType(name, 'of type string or an instance of Buffer or URL', value);
  if (path.includes('\u0000'))
    throw invalidArgumentValue(
      name,
      value instanceof Uint8Array ? asBuffer(value) : path,
      'must be a string, Uint8Array, or URL without null bytes',
    );
  return path;
}

export function descriptorArgument(value: unknown, name = 'fd'): number {
  validateInt32(value, name, 0);
  return value;
}

/** Reads options that may also be only an encoding. */
export function optionsArgument(value: unknown): Record<string, unknown> {
  if (value === undefined || value === null || typeof value === 'function') return {};
  if (typeof value === 'string') {
    encodingArgument(value);
    return { encoding: value };
  }
  if (typeof value !== 'object') throw invalidArgumentType('options', 'of type string or an instance of Object', value);
  const options = value as Record<string, unknown>; // Any object; each operation validates the options that it uses.
  if (options.encoding !== undefined) encodingArgument(options.encoding);
  if (options.signal !== undefined) validateAbortSignal(options.signal, 'options.signal');
  return options;
}

/** Copies the options of a stream, including inherited ones. */
export function streamOptionsArgument(value: unknown): Record<string, unknown> {
  const options = optionsArgument(value);
  const copy: Record<string, unknown> = {};
  for (const name in options) copy[name] = options[name];
  return copy;
}

function encodingArgument(encoding: unknown): void {
  if (encoding && encoding !== 'buffer' && encoding !== 'utf8' && !(typeof encoding === 'string' && Buffer.isEncoding(encoding)))
    throw invalidArgumentValue('encoding', encoding, 'is invalid encoding');
}

const openFlagNames = new Map<string, number>([
  ['r', 0],
  ['rs', 0o4010000],
  ['sr', 0o4010000],
  ['r+', 2],
  ['rs+', 0o4010002],
  ['sr+', 0o4010002],
  ['w', 0o1101],
  ['wx', 0o1301],
  ['xw', 0o1301],
  ['w+', 0o1102],
  ['wx+', 0o1302],
  ['xw+', 0o1302],
  ['a', 0o2101],
  ['ax', 0o2301],
  ['xa', 0o2301],
  ['as', 0o4012101],
  ['sa', 0o4012101],
  ['a+', 0o2102],
  ['ax+', 0o2302],
  ['xa+', 0o2302],
  ['as+', 0o4012102],
  ['sa+', 0o4012102],
]);

export function flagsArgument(value: unknown, fallback = 0): number {
  if (value === undefined || value === null) return fallback;
  if (typeof value === 'number') {
    validateInt32(value, 'flags');
    return value;
  }
  const flags = typeof value === 'string' ? openFlagNames.get(value) : undefined;
  if (flags === undefined) throw invalidArgumentValue('flags', value);
  return flags;
}

export function modeArgument(value: unknown, fallback?: number, name = 'mode'): number {
  if (fallback !== undefined && (value === undefined || value === null)) return fallback;
  if (typeof value === 'string') {
    if (!/^[0-7]+$/.test(value)) throw invalidArgumentValue(name, value, 'must be a 32-bit unsigned integer or an octal string');
    return Number.parseInt(value, 8);
  }
  validateUint32(value, name);
  return value;
}

/** Validates the mode of `access` (F_OK to R_OK | W_OK | X_OK) and `copyFile`. */
export function smallModeArgument(value: unknown): number {
  if (value === undefined || value === null) return 0;
  validateInteger(value, 'mode', 0, 7);
  return value;
}

export function ownerArguments(user: unknown, group: unknown): void {
  validateInteger(user, 'uid', -1, LARGEST_USER);
  validateInteger(group, 'gid', -1, LARGEST_USER);
}

/** Returns the data to write as bytes. */
export function bytesArgument(value: unknown, encoding: unknown, name = 'data'): Uint8Array {
  if (typeof value === 'string') {
    if (encoding === undefined || encoding === null || encoding === 'utf8' || encoding === 'utf-8' || encoding === 'buffer')
      return textToBytes(value);
    if (String(encoding).toLowerCase() === 'hex' && value.length % 2 !== 0)
      throw invalidArgumentValue('encoding', encoding, `is invalid for data of length ${value.length}`);
    return Buffer.from(value, encoding as BufferEncodingName);
  }
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  throw invalidArgumentType(name, 'of type string or an instance of Buffer, TypedArray, or DataView', value);
}

type BufferEncodingName = Parameters<typeof Buffer.from>[1] & string;

/** Returns a Buffer, or text if an encoding was requested. */
export function encodeResult(bytes: Uint8Array, encoding: unknown): Buffer | string {
  const buffer = asBuffer(bytes);
  if (!encoding || encoding === 'buffer') return buffer;
  return buffer.toString(encoding as BufferEncodingName);
}

/** Returns a path or file name in the requested encoding. */
export function encodeName(text: string, encoding: unknown): Buffer | string {
  if (!encoding || encoding === 'utf8' || encoding === 'utf-8') return text;
  return encodeResult(textToBytes(text), encoding);
}

/** Returns a time that `utimes` accepts (seconds, Date or text), in seconds. */
export function secondsArgument(value: unknown, name = 'time'): number {
  // biome-ignore lint/suspicious/noDoubleEquals: text that is a number, written as JavaScript writes it
  if (typeof value === 'string' && +value == (value as unknown)) return +value;
  if (typeof value === 'number' && Number.isFinite(value)) return value < 0 ? Date.now() / 1000 : value;
  if (value instanceof Date) return value.getTime() / 1000;
  throw invalidArgumentType(name, 'an instance of Date or Time in seconds', value);
}

/** Returns a time that `utimes` accepts, in milliseconds. */
export function timeArgument(value: unknown): number {
  return value instanceof Date ? value.getTime() : secondsArgument(value) * 1000;
}

const LARGEST_POSITION = 2n ** 63n - 1n;

/** Returns the position in the file, or `null` for the descriptor's own position. */
export function positionArgument(value: unknown, length: number): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') validateInteger(value, 'position', -1);
  else if (typeof value === 'bigint') {
    const most = LARGEST_POSITION - BigInt(length);
    if (value < -1n || value > most) throw outOfRange('position', `>= -1 && <= ${most}`, value);
  } else throw invalidArgumentType('position', 'of type bigint or integer', value);
  return value < 0 ? null : Number(value);
}
