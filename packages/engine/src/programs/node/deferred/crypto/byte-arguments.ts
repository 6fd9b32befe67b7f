import { asBuffer, Buffer } from '../../base/buffer-class.ts';
import { invalidArgumentType, invalidArgumentValue, nodeError } from '../../errors/node-error.ts';

const BYTES_OR_TEXT = 'of type string or an instance of ArrayBuffer, Buffer, TypedArray, or DataView';

function isSharedBuffer(value: unknown): value is SharedArrayBuffer {
  return typeof SharedArrayBuffer !== 'undefined' && value instanceof SharedArrayBuffer;
}

export const isAnyArrayBuffer = (value: unknown): value is ArrayBufferLike => value instanceof ArrayBuffer || isSharedBuffer(value);

/** Returns the bytes of a view or buffer without copying, or null for any other value. */
export function viewedBytes(data: unknown): Uint8Array | null {
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return isAnyArrayBuffer(data) ? new Uint8Array(data) : null;
}

/** Converts text or bytes. `encoding` applies to text; `buffer` is an old name for no encoding. */
export function inputBytes(data: unknown, encoding?: unknown, name = 'data', expected = BYTES_OR_TEXT): Uint8Array {
  if (typeof data === 'string') {
    const known = typeof encoding === 'string' && encoding !== 'buffer' && Buffer.isEncoding(encoding) ? encoding : 'utf8';
    return Buffer.from(data, known as 'utf8');
  }
  const bytes = viewedBytes(data);
  if (bytes === null) throw invalidArgumentType(name, expected, data);
  return bytes;
}

/** Converts the input of `update` of hashes, ciphers and signatures: no plain ArrayBuffer, and hexadecimal digits only in pairs. */
export function updateBytes(data: unknown, encoding: unknown): Uint8Array {
  if (typeof data === 'string') {
    if (data.length % 2 === 1 && typeof encoding === 'string' && encoding.toLowerCase() === 'hex')
      throw invalidArgumentValue('encoding', encoding, `is invalid for data of length ${data.length}`);
    return inputBytes(data, encoding);
  }
  if (!ArrayBuffer.isView(data))
    throw invalidArgumentType('data', 'of type string or an instance of Buffer, TypedArray, or DataView', data);
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

/** Returns a Buffer, or text if an encoding is given. */
export function outputBytes(bytes: Uint8Array, encoding: unknown): Buffer | string {
  const buffer = asBuffer(bytes);
  if (!encoding || encoding === 'buffer') return buffer;
  if (!Buffer.isEncoding(encoding as string))
    throw nodeError(TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${typeof encoding === 'string' ? encoding : String(encoding)}`);
  return buffer.toString(encoding as 'hex');
}

/** Converts the output of a hash, which ignores an unknown encoding. */
export function digestOutput(bytes: Uint8Array, encoding: unknown): Buffer | string {
  // An object is converted to text.
  const name = encoding ? `${encoding as string}` : undefined;
  return outputBytes(bytes, name !== undefined && Buffer.isEncoding(name) ? name : undefined);
}

/** Reads from an options object that may be missing. */
export function optionOf(options: unknown, name: string): unknown {
  return (typeof options === 'object' && options !== null) || typeof options === 'function' ? Reflect.get(options, name) : undefined;
}
