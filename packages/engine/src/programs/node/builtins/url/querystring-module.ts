import { asBuffer, Buffer } from '../../base/buffer-class.ts';
import { nodeError } from '../../errors/node-error.ts';
import type { BuiltinExports } from '../../node-host.ts';

/** Decodes each `%xx` to its byte; any other `%` stays unchanged. */
function unescapeBuffer(text: unknown, decodeSpaces = false): Buffer {
  const source = String(text);
  const bytes = Buffer.allocUnsafe(source.length);
  let length = 0;
  for (let at = 0; at < source.length; at++) {
    const hex = source[at] === '%' ? /^[\da-f]{2}/i.exec(source.slice(at + 1, at + 3)) : null;
    if (hex !== null) at += 2;
    const plain = decodeSpaces && source[at] === '+' ? 0x20 : source.charCodeAt(at);
    bytes[length] = hex === null ? plain : Number.parseInt(hex[0], 16);
    length += 1;
  }
  return asBuffer(bytes.subarray(0, length));
}

function unescapeText(text: unknown): string {
  try {
    return decodeURIComponent(String(text));
  } catch {
    // Invalid UTF-8 is decoded as far as possible.
    return unescapeBuffer(text).toString();
  }
}

function escapeText(value: unknown): string {
  let text: string;
  if (typeof value === 'string') text = value;
  else if (typeof value === 'object') text = String(value);
  else text = `${value as string}`;
  try {
    return encodeURIComponent(text);
  } catch {
    // A lone surrogate is combined with the next character, whatever it is.
    const paired = text.replace(/[\ud800-\udfff][\s\S]/g, (pair) =>
      String.fromCodePoint(0x10000 + ((pair.charCodeAt(0) & 0x3ff) << 10) + (pair.charCodeAt(1) & 0x3ff)),
    );
    if (/[\ud800-\udfff]$/.test(paired.replace(/[\ud800-\udbff][\udc00-\udfff]/g, '')))
      throw nodeError(URIError, 'ERR_INVALID_URI', 'URI malformed');
    return encodeURIComponent(paired);
  }
}

interface Options {
  maxKeys?: unknown;
  decodeURIComponent?: unknown;
  encodeURIComponent?: unknown;
}

const DEFAULT_KEYS = 1000;
const ENCODED = /%[\da-f]{2}/i;
const ENCODED_TWICE = /%[\da-f]{2}.*%[\da-f]{2}/is;

function primitiveText(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
}

function textOr(value: unknown, fallback: string): string {
  return value ? String(value) : fallback;
}

type Decode = (text: string) => unknown;

export function createQuerystringModule(): BuiltinExports {
  const parse = (query: unknown, givenSeparator?: unknown, givenEquals?: unknown, options?: Options | null): Record<string, unknown> => {
    const separator = textOr(givenSeparator, '&');
    const equals = textOr(givenEquals, '=');
    const result: Record<string, unknown> = Object.create(null);
    if (typeof query !== 'string' || query === '') return result;
    const given = options?.decodeURIComponent;
    // Looked up on the exports, because the program may have replaced it.
    const own = typeof given === 'function' ? (given as Decode) : (querystring.unescape as Decode);
    const decode = (part: string, isEncoded = ENCODED.test(part)): unknown => {
      if (part === '') return '';
      const isCustom = own !== unescapeText;
      const spaced = part.replaceAll('+', isCustom ? '%20' : ' ');
      if (!isCustom && !isEncoded) return spaced;
      try {
        return own(spaced);
      } catch {
        return unescapeText(spaced);
      }
    };
    const limit = typeof options?.maxKeys === 'number' ? options.maxKeys : DEFAULT_KEYS;
    const parts = query.split(separator);
    for (const part of limit > 0 && Number.isInteger(limit) ? parts.slice(0, limit) : parts) {
      if (part === '') continue;
      const at = part.indexOf(equals);
      const key = at === -1 ? part : part.slice(0, at);
      const name = String(decode(key));
      const text = at === -1 ? '' : part.slice(at + equals.length);
      // After a name with two encoded bytes, Node also treats the value as encoded.
      const value = decode(text, ENCODED.test(text) || ENCODED_TWICE.test(key));
      if (!(name in result)) result[name] = value;
      else if (Array.isArray(result[name])) result[name].push(value);
      else result[name] = [result[name], value];
    }
    return result;
  };
  const stringify = (query: unknown, givenSeparator?: unknown, givenEquals?: unknown, options?: Options | null): string => {
    if (typeof query !== 'object' || query === null) return '';
    const separator = textOr(givenSeparator, '&');
    const equals = textOr(givenEquals, '=');
    const given = options?.encodeURIComponent;
    const encode = (typeof given === 'function' ? given : querystring.escape) as (text: string) => string;
    const pairs: string[] = [];
    for (const [name, value] of Object.entries(query)) {
      const key = encode(name);
      for (const item of Array.isArray(value) ? value : [value]) pairs.push(`${key}${equals}${encode(primitiveText(item))}`);
    }
    return pairs.join(separator);
  };
  const querystring: BuiltinExports = {
    unescapeBuffer,
    unescape: unescapeText,
    escape: escapeText,
    stringify,
    encode: stringify,
    parse,
    decode: parse,
  };
  return querystring;
}
