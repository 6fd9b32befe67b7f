import { crc32 as checksum } from 'devonz-engine-protocol/crc-32';
import { Buffer } from '../../base/buffer-class.ts';
import { invalidArgumentType, outOfRange } from '../../errors/node-error.ts';

/** Implements `zlib.crc32`. */
export function crc32(data: unknown, value: unknown = 0): number {
  if (typeof data !== 'string' && !ArrayBuffer.isView(data))
    throw invalidArgumentType('data', 'of type string or an instance of Buffer, TypedArray, or DataView', data);
  if (typeof value !== 'number') throw invalidArgumentType('value', 'of type number', value);
  if (!Number.isInteger(value)) throw outOfRange('value', 'an integer', value);
  if (value < 0 || value > 0xffff_ffff) throw outOfRange('value', '>= 0 && <= 4294967295', value);
  const bytes = typeof data === 'string' ? Buffer.from(data) : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return checksum(bytes, value);
}
