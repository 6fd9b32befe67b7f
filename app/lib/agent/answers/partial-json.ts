import type { JsonValue } from '../../protocol/json-value.ts';
import { parseJson } from './json-problem.ts';

/**
 * Parses a truncated JSON text: returns its complete values and a string as far as it has arrived. Possibly incomplete numbers, literals
 * and names are omitted, because they could be different ones. Returns undefined if nothing can be parsed. One pass, no recursion.
 */
export function partialJson(text: string): JsonValue | undefined {
  const { end, closers, isInText } = scan(text);
  const closed = isInText ? `${withoutOpenEscape(text)}"${closers}` : `${text.slice(0, end)}${closers}`;
  return parseJson(closed);
}

interface Scan {
  /** End of the complete part. Every bracket moves it, so that the brackets open here are those open at the end. */
  end: number;
  closers: string;
  /** The text ends inside a string value. */
  isInText: boolean;
}

function scan(text: string): Scan {
  const open: ('}' | ']')[] = [];
  let end = 0;
  let isName = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    switch (character) {
      case '"': {
        const close = closingQuote(text, at);
        const isValue = !(isName && open.at(-1) === '}');
        if (close === -1) return { end, closers: open.reverse().join(''), isInText: isValue };
        at = close;
        if (isValue) end = close + 1;
        break;
      }
      case '{':
      case '[':
        open.push(character === '{' ? '}' : ']');
        isName = true;
        end = at + 1;
        break;
      case '}':
      case ']':
        open.pop();
        isName = false;
        end = at + 1;
        break;
      case ',':
        end = at;
        isName = true;
        break;
      case ':':
        isName = false;
    }
  }
  return { end, closers: open.reverse().join(''), isInText: false };
}

/** Returns -1 if the closing quote has not arrived. */
function closingQuote(text: string, opening: number): number {
  for (let at = opening + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return -1;
}

/** Removes an incomplete escape at the end. */
function withoutOpenEscape(text: string): string {
  const slashes = /\\+$/.exec(text)?.[0].length ?? 0;
  if (slashes % 2 === 1) return text.slice(0, -1);
  const unicode = /(\\+)u[0-9a-fA-F]{0,3}$/.exec(text.slice(-8));
  return unicode !== null && (unicode[1]?.length ?? 0) % 2 === 1 ? text.slice(0, text.lastIndexOf('\\')) : text;
}
