import { nodeError } from '../../errors/node-error.ts';

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
/** Below this size a loop is faster than the browser's native code. */
const LOOP_BYTES = 48;
const ARGUMENTS_AT_ONCE = 8192;
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BASE64_URL = `${BASE64.slice(0, 62)}-_`;
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
  let length = 0;
  let group = 0;
  let bits = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // Decoding stops at the padding; any other character outside the alphabet is skipped.
    if (code === 0x3d) break;
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

function hexValue(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

function encodeHex(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length >> 1);
  for (let at = 0; at < bytes.length; at++) {
    const high = hexValue(text.charCodeAt(at * 2));
    const low = hexValue(text.charCodeAt(at * 2 + 1));
    if (high < 0 || low < 0) return bytes.subarray(0, at);
    bytes[at] = high * 16 + low;
  }
  return bytes;
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
      const bytes = new Uint8Array(text.length * 2);
      for (let at = 0; at < text.length; at++) {
        const code = text.charCodeAt(at);
        bytes[at * 2] = code;
        bytes[at * 2 + 1] = code >> 8;
      }
      return bytes;
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

function fromCodes(codes: Uint8Array | Uint16Array): string {
  if (codes.length <= ARGUMENTS_AT_ONCE) return String.fromCharCode.apply(null, codes as unknown as number[]); // Any array-like works.
  const parts: string[] = [];
  for (let at = 0; at < codes.length; at += ARGUMENTS_AT_ONCE) parts.push(fromCodes(codes.subarray(at, at + ARGUMENTS_AT_ONCE)));
  return parts.join('');
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
  // The browser's decoder rejects shared memory.
  return decoder.decode(bytes.buffer instanceof SharedArrayBuffer ? new Uint8Array(bytes) : bytes);
}

function decodeBase64(bytes: Uint8Array, alphabet: string, padding: string): string {
  const parts: string[] = [];
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at;
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    text += (alphabet[group >> 18] ?? '') + (alphabet[(group >> 12) & 63] ?? '');
    text += left > 1 ? (alphabet[(group >> 6) & 63] ?? '') : padding;
    text += left > 2 ? (alphabet[group & 63] ?? '') : padding;
    if (text.length > ARGUMENTS_AT_ONCE) {
      parts.push(text);
      text = '';
    }
  }
  return parts.join('') + text;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function decodeHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += HEX[byte];
  return text;
}

/** Decodes bytes into a text. */
export function decodeBytes(bytes: Uint8Array, encoding: EncodingName): string {
  if (bytes.length > LONGEST_TEXT)
    throw nodeError(Error, 'ERR_STRING_TOO_LONG', `Cannot create a string longer than 0x${LONGEST_TEXT.toString(16)} characters`);
  switch (encoding) {
    case 'utf8':
      return decodeUtf8(bytes);
    case 'utf16le':
      return fromCodes(new Uint16Array(new Uint8Array(bytes).buffer, 0, bytes.length >> 1));
    case 'base64':
      return decodeBase64(bytes, BASE64, '=');
    case 'base64url':
      return decodeBase64(bytes, BASE64_URL, '');
    case 'hex':
      return decodeHex(bytes);
    case 'ascii':
      return fromCodes(new Uint8Array(bytes).map((byte) => byte & 0x7f));
    default:
      return fromCodes(bytes);
  }
}
