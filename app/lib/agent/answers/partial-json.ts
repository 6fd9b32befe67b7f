import type { JsonValue } from '../../protocol/json-value.ts';
import { parseJson } from './json-problem.ts';

/**
 * The value of a JSON text that broke off: what is whole of it, and a text as far as it has come. A number, a word or a name that may not
 * be whole is left out: it would be another one. Undefined where nothing can be read. One pass, no recursion.
 */
export function partialJson(text: string): JsonValue | undefined {
  const { end, closers, isInText } = scan(text);
  const closed = isInText ? `${withoutOpenEscape(text)}"${closers}` : `${text.slice(0, end)}${closers}`;
  return parseJson(closed);
}

interface Scan {
  /** Up to here it is whole. Brackets that open or close move it, so that those open here are those open at the end. */
  end: number;
  closers: string;
  /** It broke off within a text that is a value. */
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

/** -1: it has not come. */
function closingQuote(text: string, opening: number): number {
  for (let at = opening + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return -1;
}

/** An escape that has begun says nothing yet. */
function withoutOpenEscape(text: string): string {
  const slashes = /\\+$/.exec(text)?.[0].length ?? 0;
  if (slashes % 2 === 1) return text.slice(0, -1);
  const unicode = /(\\+)u[0-9a-fA-F]{0,3}$/.exec(text.slice(-8));
  return unicode !== null && (unicode[1]?.length ?? 0) % 2 === 1 ? text.slice(0, text.lastIndexOf('\\')) : text;
}
