import { invalidArgumentType } from '../../errors/node-error.ts';
import { type EncodingName, encodeText, encodingName, unknownEncoding } from './buffer-encodings.ts';

const LARGEST_OFFSET = 0x7fffffff;
/** Below this length of the needle, or below WORTH_A_TABLE bytes to search, the browser's search for one byte is faster. */
const LEAST_SKIPPING = 4;
const WORTH_A_TABLE = 512;
/** Below this length, comparing byte by byte is faster. */
const WORTH_WORDS = 32;

/** Returns the index where a search begins, or -1 if it cannot match. */
function startOf(offset: number, length: number, needle: number, isForward: boolean): number {
  if (offset < 0) {
    if (offset + length >= 0) return offset + length;
    return isForward || needle === 0 ? 0 : -1;
  }
  if (offset + needle <= length) return offset;
  if (needle === 0) return length;
  return isForward ? -1 : length - 1;
}

function matchesAt(bytes: Uint8Array, needle: Uint8Array, at: number): boolean {
  for (let index = 1; index < needle.length; index++) if (bytes[at + index] !== needle[index]) return false;
  return true;
}

function find(bytes: Uint8Array, needle: Uint8Array, offset: number, encoding: EncodingName, isForward: boolean): number {
  const start = startOf(offset, bytes.length, needle.length, isForward);
  if (needle.length === 0 || start === -1) return start;
  if (needle.length > bytes.length || (isForward && start + needle.length > bytes.length)) return -1;
  const isWide = encoding === 'utf16le';
  // Half a UTF-16 code unit never matches.
  if (isWide && (bytes.length < 2 || needle.length < 2)) return -1;
  const first = needle[0] ?? 0;
  const isPlace = (at: number) => (!isWide || at % 2 === 0) && matchesAt(bytes, needle, at);
  if (isForward && !isWide && needle.length >= LEAST_SKIPPING && bytes.length - start >= WORTH_A_TABLE)
    return findSkipping(bytes, needle, start);
  if (isForward) {
    for (let at = bytes.indexOf(first, start); at !== -1; at = bytes.indexOf(first, at + 1))
      if (at + needle.length > bytes.length) return -1;
      else if (isPlace(at)) return at;
    return -1;
  }
  for (
    let at = bytes.lastIndexOf(first, Math.min(start, bytes.length - needle.length));
    at !== -1;
    at = at === 0 ? -1 : bytes.lastIndexOf(first, at - 1)
  )
    if (isPlace(at)) return at;
  return -1;
}

const skips = new Uint32Array(256);

/** Horspool's search: the byte at the needle's last position determines how far the needle can move. */
function findSkipping(bytes: Uint8Array, needle: Uint8Array, start: number): number {
  const last = needle.length - 1;
  skips.fill(needle.length);
  for (let index = 0; index < last; index++) skips[needle[index] ?? 0] = last - index;
  const end = needle[last];
  for (let at = start + last; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
    if (byte === end && bytes[at - last] === needle[0] && matchesAt(bytes, needle, at - last)) return at - last;
    at += skips[byte] ?? 1;
  }
  return -1;
}

/** Implements `indexOf` and `lastIndexOf` for a byte, a text, or bytes. */
export function searchBuffer(target: unknown, value: unknown, givenOffset: unknown, givenEncoding: unknown, isForward: boolean): number {
  if (!ArrayBuffer.isView(target)) throw invalidArgumentType('buffer', 'an instance of Buffer, TypedArray, or DataView', target);
  const bytes = new Uint8Array(target.buffer, target.byteOffset, target.byteLength);
  let encoding = givenEncoding;
  let offset = Number.NaN;
  if (typeof givenOffset === 'string') encoding = givenOffset;
  else offset = Math.max(-LARGEST_OFFSET - 1, Math.min(LARGEST_OFFSET, +(givenOffset as number)));
  if (Number.isNaN(offset)) offset = isForward ? 0 : bytes.length;
  offset = Math.trunc(offset);
  if (typeof value === 'number') {
    const start = startOf(offset, bytes.length, 1, isForward);
    if (start === -1) return -1;
    return isForward ? bytes.indexOf(value & 0xff, start) : bytes.lastIndexOf(value & 0xff, start);
  }
  const name = encoding === undefined ? 'utf8' : encodingName(encoding);
  if (typeof value === 'string') {
    if (name === undefined) throw unknownEncoding(encoding);
    return find(bytes, encodeText(value, name), offset, name, isForward);
  }
  if (value instanceof Uint8Array) return find(bytes, value, offset, name ?? 'utf8', isForward);
  throw invalidArgumentType('value', 'one of type number or string or an instance of Buffer or Uint8Array', value);
}

/** Returns a number of equal bytes at the beginning; at most three more may be equal. */
function equalWords(first: Uint8Array, second: Uint8Array, length: number): number {
  const [one, other] = [new DataView(first.buffer, first.byteOffset, length), new DataView(second.buffer, second.byteOffset, length)];
  let at = 0;
  while (at + 4 <= length && one.getUint32(at) === other.getUint32(at)) at += 4;
  return at;
}

/** Returns -1, 0 or 1. */
export function compareBytes(first: Uint8Array, second: Uint8Array): number {
  const length = Math.min(first.length, second.length);
  for (let at = length < WORTH_WORDS ? 0 : equalWords(first, second, length); at < length; at++) {
    const difference = (first[at] ?? 0) - (second[at] ?? 0);
    if (difference !== 0) return difference < 0 ? -1 : 1;
  }
  return Math.sign(first.length - second.length);
}
