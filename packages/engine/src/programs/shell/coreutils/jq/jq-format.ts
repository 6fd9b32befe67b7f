import { toJson } from './jq-json.ts';
import type { JqValue } from './jq-value.ts';
import { described, isArray, JqError, typeName } from './jq-value.ts';

/** Formats with `@csv` and so on, also within `@base64 "…\(…)"`. */
export function formatValue(name: string, value: JqValue): string {
  switch (name) {
    case '@text':
      return textOf(value);
    case '@json':
      return toJson(value);
    case '@csv':
      return row(value, 'csv', ',', (text) => `"${text.replaceAll('"', '""')}"`);
    case '@tsv':
      return row(value, 'tsv', '\t', (text) =>
        text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r'),
      );
    case '@html':
      return textOf(value).replace(/[<>&'"]/g, (character) => htmlEscapes.get(character) ?? character);
    case '@uri':
      return encodeURIComponent(textOf(value)).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
    case '@sh':
      return isArray(value) ? value.map(shellWord).join(' ') : shellWord(value);
    case '@base64':
      return btoa(binaryOf(textOf(value)));
    case '@base64d':
      return fromBase64(value);
    case '@base32d': {
      const bytes = fromBase32(textOf(value));
      if (bytes === null) throw new JqError(`${described(value, toJson)} is not valid base32 data`);
      return new TextDecoder().decode(bytes);
    }
    case '@base32':
      return base32(new TextEncoder().encode(textOf(value)));
    default:
      throw new JqError(`${name.slice(1)} is not a valid format`);
  }
}

const htmlEscapes = new Map([
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['&', '&amp;'],
  ["'", '&#39;'],
  ['"', '&quot;'],
]);

/** Returns a string as is, and anything else as JSON. */
export function textOf(value: JqValue): string {
  return typeof value === 'string' ? value : toJson(value);
}

function row(value: JqValue, name: string, separator: string, quote: (text: string) => string): string {
  if (!isArray(value)) throw new JqError(`${described(value, toJson)} cannot be ${name}-formatted, only an array can be`);
  return value
    .map((cell) => {
      if (cell === null) return '';
      if (typeof cell === 'string') return quote(cell);
      if (typeof cell === 'object') throw new JqError(`${typeName(cell)} (${toJson(cell)}) is not valid in a ${name} row`);
      return toJson(cell);
    })
    .join(separator);
}

function shellWord(value: JqValue): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "'\\''")}'`;
  if (value !== null && typeof value === 'object') throw new JqError(`${typeName(value)} (${toJson(value)}) can not be escaped for shell`);
  return toJson(value);
}

function binaryOf(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}

function fromBase64(value: JqValue): string {
  const text = textOf(value);
  try {
    const bytes = Uint8Array.from(atob(text.replace(/=+$/, '')), (character) => character.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    throw new JqError(`${described(value, toJson)} is not valid base64 data`);
  }
}

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function base32(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xffff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += base32Alphabet[(held >> bits) & 31] ?? '';
    }
  }
  if (bits > 0) text += base32Alphabet[(held << (5 - bits)) & 31] ?? '';
  return text + '='.repeat((8 - (text.length % 8)) % 8);
}

/** Returns null if the text is not valid base 32. */
export function fromBase32(text: string): Uint8Array | null {
  const bytes: number[] = [];
  let held = 0;
  let bits = 0;
  for (const character of text.replace(/=+$/, '')) {
    const value = base32Alphabet.indexOf(character);
    if (value === -1) return null;
    held = ((held << 5) | value) & 0xffff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 255);
  }
  return Uint8Array.from(bytes);
}
