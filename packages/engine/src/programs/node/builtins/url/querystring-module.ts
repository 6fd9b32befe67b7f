import type { BuiltinExports } from '../../node-host.ts';

function unescapeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // What is not UTF-8 stays as far as it can.
    return text.replace(/%([\da-f]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
}

function escapeText(value: unknown): string {
  return encodeURIComponent(String(value)).replace(/'/g, '%27');
}

interface Options {
  maxKeys?: number;
  decodeURIComponent?: (text: string) => string;
  encodeURIComponent?: (text: string) => string;
}

function primitiveText(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
}

export function createQuerystringModule(): BuiltinExports {
  const parse = (
    text: unknown,
    givenSeparator?: string | null,
    givenEquals?: string | null,
    options: Options = {},
  ): Record<string, string | string[]> => {
    const separator = givenSeparator || '&';
    const equals = givenEquals || '=';
    const result: Record<string, string | string[]> = Object.create(null);
    if (typeof text !== 'string' || text === '') return result;
    const decode = options.decodeURIComponent ?? unescapeText;
    const limit = options.maxKeys ?? 1000;
    const parts = text.split(separator);
    for (const part of limit > 0 ? parts.slice(0, limit) : parts) {
      if (part === '') continue;
      const at = part.indexOf(equals);
      const plain = (piece: string) => decode(piece.replaceAll('+', ' '));
      const name = plain(at === -1 ? part : part.slice(0, at));
      const value = at === -1 ? '' : plain(part.slice(at + equals.length));
      const former = result[name];
      result[name] = former === undefined ? value : [former, value].flat();
    }
    return result;
  };
  const stringify = (query: unknown, givenSeparator?: string | null, givenEquals?: string | null, options: Options = {}): string => {
    if (typeof query !== 'object' || query === null) return '';
    const separator = givenSeparator || '&';
    const equals = givenEquals || '=';
    const encode = options.encodeURIComponent ?? escapeText;
    return Object.entries(query)
      .flatMap(([name, value]) => [value].flat().map((item) => `${encode(name)}${equals}${encode(primitiveText(item))}`))
      .join(separator);
  };
  return { parse, stringify, decode: parse, encode: stringify, escape: escapeText, unescape: unescapeText };
}
