import { nodeError } from '../../errors/node-error.ts';
import { type Alphabet, nativeCodecs } from './native-codecs.ts';

export type EncodingName = 'utf8' | 'utf16le' | 'latin1' | 'ascii' | 'base64' | 'base64url' | 'hex';

export const LONGEST_TEXT = 0x1fffffe8;

const names: Readonly<Record<string, EncodingName>> = {
  utf8: 'utf8',
  'utf-8': 'utf8',
  ucs2: 'utf16le',
  'ucs-2': 'utf16le',
  utf16le: 'utf16le',
  'utf-16le': 'utf16le',
  latin1: 'latin1',
  binary: 'latin1',
  base64: 'base64',
  base64url: 'base64url',
  hex: 'hex',
  ascii: 'ascii',
};

export function encodingName(value: unknown): EncodingName | undefined {
  const text = `${value}`;
  return Object.hasOwn(names, text) ? names[text] : names[text.toLowerCase()];
}

export function unknownEncoding(value: unknown): Error {
  return nodeError(TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${String(value)}`);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
/** Throws for a lone surrogate, which Node keeps. */
const unitDecoder = new TextDecoder('utf-16le', { ignoreBOM: true, fatal: true });
/** Below this size a loop is faster than the browser's native code. */
const LOOP_BYTES = 48;
const ARGUMENTS_AT_ONCE = 8192;
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BASE64_URL = `${BASE64.slice(0, 62)}-_`;
const CODES: Readonly<Record<Alphabet, Uint8Array>> = { base64: codesOf(BASE64), base64url: codesOf(BASE64_URL) };
const PADDING = 0x3d;
const NOT_BASE64 = 0xff;

let base64Values: Uint8Array | null = null;

/** Returns the lookup table for both alphabets, creating it on first use. */
function valuesOfBase64(): Uint8Array {
  if (base64Values !== null) return base64Values;
  base64Values = new Uint8Array(0x100).fill(NOT_BASE64);
  for (const alphabet of [BASE64, BASE64_URL]) for (let at = 0; at < 64; at++) base64Values[alphabet.charCodeAt(at)] = at;
  return base64Values;
}

function encodeBase64(text: string): Uint8Array {
  const values = valuesOfBase64();
  const bytes = new Uint8Array(Math.ceil((text.length * 3) / 4));
  let { at, length } = encodeGroups(text, values, bytes);
  let group = 0;
  let bits = 0;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // Decoding stops at the padding; any other character outside the alphabet is skipped.
    if (code === PADDING) break;
    const value = code < 0x100 ? (values[code] ?? NOT_BASE64) : NOT_BASE64;
    if (value === NOT_BASE64) continue;
    group = ((group << 6) | value) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length] = (group >> bits) & 0xff;
    length += 1;
  }
  return bytes.subarray(0, length);
}

/** Decodes groups of four characters, up to the first group with a character outside the two alphabets. */
function encodeGroups(text: string, values: Uint8Array, bytes: Uint8Array): { at: number; length: number } {
  let at = 0;
  let length = 0;
  for (; at + 4 <= text.length; at += 4, length += 3) {
    const first = values[text.charCodeAt(at)] ?? NOT_BASE64;
    const second = values[text.charCodeAt(at + 1)] ?? NOT_BASE64;
    const third = values[text.charCodeAt(at + 2)] ?? NOT_BASE64;
    const fourth = values[text.charCodeAt(at + 3)] ?? NOT_BASE64;
    if ((first | second | third | fourth) > 63) break;
    bytes[length] = (first << 2) | (second >> 4);
    bytes[length + 1] = (second << 4) | (third >> 2);
    bytes[length + 2] = (third << 6) | fourth;
  }
  return { at, length };
}

function hexValue(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

function encodeHex(text: string): Uint8Array {
  const native = text.length < LOOP_BYTES ? null : nativeCodecs.fromHex(text);
  if (native !== null) return native;
  const bytes = new Uint8Array(text.length >> 1);
  for (let at = 0; at < bytes.length; at++) {
    const high = hexValue(text.charCodeAt(at * 2));
    const low = hexValue(text.charCodeAt(at * 2 + 1));
    if (high < 0 || low < 0) return bytes.subarray(0, at);
    bytes[at] = high * 16 + low;
  }
  return bytes;
}

function codesOf(characters: string): Uint8Array {
  return Uint8Array.from(characters, (character) => character.charCodeAt(0));
}

/** Encodes a text into bytes. */
export function encodeText(text: string, encoding: EncodingName): Uint8Array {
  switch (encoding) {
    case 'utf8':
      return encoder.encode(text);
    case 'hex':
      return encodeHex(text);
    case 'base64':
    case 'base64url':
      return encodeBase64(text);
    case 'utf16le': {
      const units = new Uint16Array(text.length);
      for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
      return new Uint8Array(units.buffer);
    }
    default: {
      const bytes = new Uint8Array(text.length);
      for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
      return bytes;
    }
  }
}

/** Writes as many whole characters as fit, and returns the number of bytes written. */
export function writeText(target: Uint8Array, text: string, encoding: EncodingName): number {
  if (encoding === 'utf8' && !(target.buffer instanceof SharedArrayBuffer)) return encoder.encodeInto(text, target).written;
  const bytes = encodeText(text, encoding);
  let length = Math.min(bytes.length, target.length);
  if (encoding === 'utf16le') length -= length % 2;
  if (encoding === 'utf8') while (length < bytes.length && ((bytes[length] ?? 0) & 0xc0) === 0x80) length--;
  target.set(bytes.subarray(0, length));
  return length;
}

export function byteLength(text: string, encoding: EncodingName): number {
  if (encoding === 'utf16le') return text.length * 2;
  if (encoding === 'hex') return text.length >>> 1;
  // Computed from the length alone, whatever the characters are.
  if (encoding === 'base64' || encoding === 'base64url') return (text.replace(/={1,2}$/, '').length * 3) >>> 2;
  if (encoding !== 'utf8') return text.length;
  return text.length < LOOP_BYTES * 4 ? countUtf8(text) : measureUtf8(text);
}

const ENCODED_AT_ONCE = 65_536;
let scratch: Uint8Array | null = null;

/** Encodes the text only to learn its length: the browser's encoder is faster than a loop that counts. */
function measureUtf8(text: string): number {
  scratch ??= new Uint8Array(ENCODED_AT_ONCE * 3);
  let length = 0;
  for (let at = 0; at < text.length; ) {
    let end = Math.min(at + ENCODED_AT_ONCE - 1, text.length);
    // A pair of surrogates is one character.
    if ((text.charCodeAt(end - 1) & 0xfc00) === 0xd800 && end < text.length) end += 1;
    length += encoder.encodeInto(text.slice(at, end), scratch).written;
    at = end;
  }
  return length;
}

function countUtf8(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    length += code < 0x800 ? 1 : 2;
    // The low surrogate has been counted with the high one.
    if (code >= 0xd800 && code < 0xdc00 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) at += 1;
  }
  return length;
}

function fromUnits(units: Uint16Array): string {
  // The browser's decoder is slow to start.
  if (units.length > ARGUMENTS_AT_ONCE) {
    try {
      return unitDecoder.decode(units);
    } catch {
      // The text contains a lone surrogate.
    }
  }
  const parts: string[] = [];
  for (let at = 0; at < units.length; at += ARGUMENTS_AT_ONCE) {
    // `apply` accepts any array-like object.
    parts.push(String.fromCharCode.apply(null, units.subarray(at, at + ARGUMENTS_AT_ONCE) as unknown as number[]));
  }
  return parts.join('');
}

function decodeLatin1(bytes: Uint8Array): string {
  if (bytes.length <= LOOP_BYTES) return fromUnits(new Uint16Array(bytes));
  if (isAscii(bytes)) return decodeUtf8(bytes);
  const native = bytes.length > ARGUMENTS_AT_ONCE ? null : nativeCodecs.toLatin1(unshared(bytes));
  return native ?? fromUnits(new Uint16Array(bytes));
}

function decodeAscii(bytes: Uint8Array): string {
  if (bytes.length > LOOP_BYTES && isAscii(bytes)) return decodeUtf8(bytes);
  const low = new Uint8Array(bytes.length);
  for (let at = 0; at < bytes.length; at++) low[at] = (bytes[at] ?? 0) & 0x7f;
  return decodeUtf8(low);
}

/** Checks four bytes at a time if the bytes start at a multiple of four. */
function isAscii(bytes: Uint8Array): boolean {
  let at = 0;
  if (bytes.byteOffset % 4 === 0) {
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
    for (let word = 0; word < words.length; word++) if (((words[word] ?? 0) & 0x80808080) !== 0) return false;
    at = words.length * 4;
  }
  for (; at < bytes.length; at++) if ((bytes[at] ?? 0) >= 0x80) return false;
  return true;
}

function decodeUtf8(bytes: Uint8Array): string {
  if (bytes.length <= LOOP_BYTES) {
    let text = '';
    let at = 0;
    for (; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte >= 0x80) break;
      text += String.fromCharCode(byte);
    }
    if (at === bytes.length) return text;
  }
  return decoder.decode(unshared(bytes));
}

function decodeBase64(bytes: Uint8Array, alphabet: Alphabet): string {
  const native = bytes.length < LOOP_BYTES ? null : nativeCodecs.toBase64(unshared(bytes), alphabet);
  if (native !== null) return native;
  const codes = CODES[alphabet];
  const text = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 3, length += 4) {
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    text[length] = codes[group >> 18] ?? 0;
    text[length + 1] = codes[(group >> 12) & 63] ?? 0;
    text[length + 2] = codes[(group >> 6) & 63] ?? 0;
    text[length + 3] = codes[group & 63] ?? 0;
  }
  const missing = (3 - (bytes.length % 3)) % 3;
  if (alphabet === 'base64') text.fill(PADDING, length - missing, length);
  return decodeUtf8(alphabet === 'base64' ? text : text.subarray(0, length - missing));
}

const HEX_CODES = codesOf('0123456789abcdef');

export function decodeHex(bytes: Uint8Array): string {
  const native = bytes.length < LOOP_BYTES ? null : nativeCodecs.toHex(unshared(bytes));
  if (native !== null) return native;
  const text = new Uint8Array(bytes.length * 2);
  for (let at = 0; at < bytes.length; at++) {
    text[at * 2] = HEX_CODES[(bytes[at] ?? 0) >> 4] ?? 0;
    text[at * 2 + 1] = HEX_CODES[(bytes[at] ?? 0) & 15] ?? 0;
  }
  return decodeUtf8(text);
}

/** Copies bytes in shared memory, which some of the browser's own functions reject. Other bytes stay the same. */
function unshared(bytes: Uint8Array): Uint8Array {
  return bytes.buffer instanceof SharedArrayBuffer ? new Uint8Array(bytes) : bytes;
}

/** Decodes bytes into a text. */
export function decodeBytes(bytes: Uint8Array, encoding: EncodingName): string {
  if (bytes.length > LONGEST_TEXT)
    throw nodeError(Error, 'ERR_STRING_TOO_LONG', `Cannot create a string longer than 0x${LONGEST_TEXT.toString(16)} characters`);
  switch (encoding) {
    case 'utf8':
      return decodeUtf8(bytes);
    case 'utf16le':
      return fromUnits(new Uint16Array(new Uint8Array(bytes).buffer, 0, bytes.length >> 1));
    case 'base64':
    case 'base64url':
      return decodeBase64(bytes, encoding);
    case 'hex':
      return decodeHex(bytes);
    case 'ascii':
      return decodeAscii(bytes);
    default:
      return decodeLatin1(bytes);
  }
}
