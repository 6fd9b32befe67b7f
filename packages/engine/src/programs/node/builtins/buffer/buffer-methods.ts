import type { Buffer } from '../../base/buffer-class.ts';
import { invalidArgumentType, nodeError, outOfRange } from '../../errors/node-error.ts';
import { validateInteger } from '../../errors/validate.ts';
import { decodeBytes, type EncodingName, encodingName, unknownEncoding, writeText } from './buffer-encodings.ts';
import { fillBuffer } from './buffer-fill.ts';
import { compareBytes, searchBuffer } from './buffer-search.ts';
import { bufferFromBytes, LONGEST_BUFFER } from './buffer-statics.ts';

type Bytes = Uint8Array;

/** Returns a view of the bytes without going through `Symbol.species`. */
function part(bytes: Bytes, start: number, end: number): Bytes {
  return new Uint8Array(bytes.buffer, bytes.byteOffset + start, Math.max(0, end - start));
}

function toText(this: Bytes, ...args: [encoding?: unknown, start?: unknown, end?: unknown]): string {
  if (args.length === 0) return decodeBytes(part(this, 0, this.length), 'utf8');
  const [encoding, givenStart, givenEnd] = args;
  const { length } = this;
  let start = Math.trunc(Number(givenStart)) || 0;
  if (start === Number.POSITIVE_INFINITY || start >= length) return checkedEncoding(encoding) && '';
  if (start < 0) start = 0;
  const wanted = givenEnd === undefined ? length : Math.trunc(Number(givenEnd)) || 0;
  const end = Math.min(length, wanted);
  const name = checkedEncoding(encoding);
  return end <= start ? '' : decodeBytes(part(this, start, end), name);
}

function checkedEncoding(encoding: unknown): EncodingName {
  const name = encoding === undefined ? 'utf8' : encodingName(encoding);
  if (name === undefined) throw unknownEncoding(encoding);
  return name;
}

function write(this: Bytes, text: unknown, givenOffset?: unknown, givenLength?: unknown, givenEncoding?: unknown): number {
  let offset: unknown = givenOffset;
  let length: unknown = givenLength;
  let encoding = givenEncoding;
  if (typeof givenOffset === 'string' && givenLength === undefined) {
    encoding = givenOffset;
    offset = 0;
  } else if (typeof givenLength === 'string') {
    encoding = givenLength;
    length = undefined;
  }
  offset ??= 0;
  validateInteger(offset, 'offset', 0, this.length);
  const room = this.length - offset;
  if (length !== undefined) validateInteger(length, 'length', 0, this.length);
  if (typeof text !== 'string') throw nodeError(TypeError, 'ERR_INVALID_ARG_TYPE', 'argument must be a string');
  const name = encoding ? checkedEncoding(encoding) : 'utf8';
  return writeText(part(this, offset, offset + Math.min(room, (length as number | undefined) ?? room)), text, name);
}

/** Converts like Node's C++ code: a value that is not a number gives the default. */
function wholeNumber(value: unknown, fallback: number): number {
  const number = +(value as number);
  return Number.isNaN(number) || Math.abs(number) > Number.MAX_SAFE_INTEGER ? fallback : Math.floor(number);
}

function copy(this: Bytes, target: unknown, targetStart?: unknown, sourceStart?: unknown, sourceEnd?: unknown): number {
  if (!(this instanceof Uint8Array)) throw invalidArgumentType('source', 'an instance of Buffer or Uint8Array', this);
  if (!(target instanceof Uint8Array)) throw invalidArgumentType('target', 'an instance of Buffer or Uint8Array', target);
  const to = targetStart === undefined ? 0 : wholeNumber(targetStart, 0);
  if (to < 0) throw outOfRange('targetStart', '>= 0', to);
  const from = sourceStart === undefined ? 0 : wholeNumber(sourceStart, 0);
  if (from < 0 || from > this.length) throw outOfRange('sourceStart', `>= 0 && <= ${this.length}`, from);
  const end = sourceEnd === undefined ? this.length : wholeNumber(sourceEnd, 0);
  if (end < 0) throw outOfRange('sourceEnd', '>= 0', end);
  if (to >= target.length || from >= end) return 0;
  const count = Math.min(end - from, target.length - to, this.length - from);
  target.set(part(this, from, from + count), to);
  return count;
}

function offsetOr(value: unknown, name: string, fallback: number, most = LONGEST_BUFFER): number {
  if (value === undefined) return fallback;
  validateInteger(value, name, 0, most);
  return value;
}

function compare(this: Bytes, target: unknown, ...places: unknown[]): number {
  if (!(target instanceof Uint8Array)) throw invalidArgumentType('target', 'an instance of Buffer or Uint8Array', target);
  if (places.length === 0) return compareBytes(this, target);
  const targetStart = offsetOr(places[0], 'targetStart', 0);
  const targetEnd = offsetOr(places[1], 'targetEnd', target.length, target.length);
  const sourceStart = offsetOr(places[2], 'sourceStart', 0);
  const sourceEnd = offsetOr(places[3], 'sourceEnd', this.length, this.length);
  if (sourceStart >= sourceEnd) return targetStart >= targetEnd ? 0 : -1;
  if (targetStart >= targetEnd) return 1;
  return compareBytes(part(this, sourceStart, sourceEnd), part(target, targetStart, targetEnd));
}

function slice(this: Bytes, start?: unknown, end?: unknown): Buffer {
  const place = (value: unknown, fallback: number): number => {
    if (value === undefined) return fallback;
    const whole = Math.trunc(+(value as number)) || 0;
    return whole < 0 ? Math.max(0, this.length + whole) : Math.min(this.length, whole);
  };
  const from = place(start, 0);
  const to = place(end, this.length);
  return bufferFromBytes(new Uint8Array(this.buffer, this.byteOffset + from, Math.max(0, to - from)));
}

function swap(bytes: Bytes, size: 2 | 4 | 8): Bytes {
  if (bytes.length % size !== 0)
    throw nodeError(RangeError, 'ERR_INVALID_BUFFER_SIZE', `Buffer size must be a multiple of ${size * 8}-bits`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (size === 2) for (let at = 0; at < bytes.length; at += 2) view.setUint16(at, view.getUint16(at, true), false);
  else if (size === 4) for (let at = 0; at < bytes.length; at += 4) view.setUint32(at, view.getUint32(at, true), false);
  else
    for (let at = 0; at < bytes.length; at += 8) {
      const low = view.getUint32(at, true);
      view.setUint32(at, view.getUint32(at + 4, true), false);
      view.setUint32(at + 4, low, false);
    }
  return bytes;
}

/** Creates `utf8Slice` and similar methods, which throw for bounds out of range instead of clamping them. */
function sliceInto(encoding: EncodingName) {
  return function (this: Bytes, start: unknown = 0, end: unknown = this.length): string {
    const from = Math.trunc(Number(start)) || 0;
    const to = Math.min(Math.trunc(Number(end)) || 0, this.length);
    if (from < 0 || to < 0 || from > this.length) throw nodeError(RangeError, 'ERR_OUT_OF_RANGE', 'Index out of range');
    return decodeBytes(part(this, from, Math.max(from, to)), encoding);
  };
}

function writeInto(encoding: EncodingName) {
  return function (this: Bytes, text: unknown, offset: unknown = 0, length?: unknown): number {
    if (typeof text !== 'string') throw nodeError(TypeError, 'ERR_INVALID_ARG_TYPE', 'argument must be a string');
    const from = Number(offset);
    if (!(from >= 0 && from <= this.length))
      throw nodeError(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', '"offset" is outside of buffer bounds');
    if (length !== undefined && !(Number(length) >= 0 && Number(length) <= this.length - from))
      throw nodeError(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', '"length" is outside of buffer bounds');
    return writeText(part(this, from, length === undefined ? this.length : from + Number(length)), text, encoding);
  };
}

export const bufferMethods: Record<string, unknown> = {
  toString: toText,
  toLocaleString: toText,
  write,
  copy,
  compare,
  slice,
  subarray: slice,
  equals(this: Bytes, other: unknown): boolean {
    if (!(this instanceof Uint8Array)) throw invalidArgumentType('this', 'an instance of Buffer or Uint8Array', this);
    if (!(other instanceof Uint8Array)) throw invalidArgumentType('otherBuffer', 'an instance of Buffer or Uint8Array', other);
    return this === other || (this.length === other.length && compareBytes(this, other) === 0);
  },
  indexOf: function (this: Bytes, value: unknown, offset?: unknown, encoding?: unknown): number {
    return searchBuffer(this, value, offset, encoding, true);
  },
  lastIndexOf: function (this: Bytes, value: unknown, offset?: unknown, encoding?: unknown): number {
    return searchBuffer(this, value, offset, encoding, false);
  },
  includes: function (this: Bytes, value: unknown, offset?: unknown, encoding?: unknown): boolean {
    return searchBuffer(this, value, offset, encoding, true) !== -1;
  },
  fill(this: Bytes, value: unknown, offset?: unknown, end?: unknown, encoding?: unknown): Bytes {
    return fillBuffer(this, value, offset, end, encoding);
  },
  toJSON(this: Bytes): object {
    return { type: 'Buffer', data: Array.from(this) };
  },
  swap16(this: Bytes): Bytes {
    return swap(this, 2);
  },
  swap32(this: Bytes): Bytes {
    return swap(this, 4);
  },
  swap64(this: Bytes): Bytes {
    return swap(this, 8);
  },
  ...Object.fromEntries(
    (
      [
        ['ascii', 'ascii'],
        ['base64', 'base64'],
        ['base64url', 'base64url'],
        ['latin1', 'latin1'],
        ['hex', 'hex'],
        ['ucs2', 'utf16le'],
        ['utf8', 'utf8'],
      ] as const
    ).flatMap(([name, encoding]) => [
      [`${name}Slice`, sliceInto(encoding)],
      [`${name}Write`, writeInto(encoding)],
    ]),
  ),
};
