import type { Query } from './search-pattern.ts';

export type RequiredText =
  /** Every line that the expression matches holds it. */
  | { type: 'text'; text: string }
  /** The expression may be tried on many lines at once. */
  | { type: 'none' }
  /** Only line by line: what it looks at beyond its match differs at a line's end. */
  | { type: 'unknown' };

/** Shorter texts appear in too many lines to be worth looking for. */
const SHORTEST = 3;
const ESCAPED_CLASS = /[dDwWsSbBpPkcxu0-9fnrtv]/;

/** A text without which a line cannot match: plain characters of the expression that nothing makes optional. */
export function requiredText({ source, flags }: Extract<Query, { type: 'expression' }>): RequiredText {
  if (/\(\?[=!<]/.test(source)) return { type: 'unknown' };
  // A group may be optional, a choice has several texts.
  if (flags.includes('i') || /[|(]/.test(source.replace(/\\./g, ''))) return { type: 'none' };
  let longest = '';
  let current = '';
  const close = () => {
    if (current.length > longest.length) longest = current;
    current = '';
  };
  for (let at = 0; at < source.length; ) {
    const { text, next } = atomAt(source, at);
    const quantifier = source[next];
    const isRepeated = quantifier !== undefined && '*?+{'.includes(quantifier);
    if (text !== null && !isRepeated) current += text;
    else close();
    at = isRepeated ? afterQuantifier(source, next) : next;
  }
  close();
  return longest.length >= SHORTEST ? { type: 'text', text: longest } : { type: 'none' };
}

/** One atom of the source; `text`: what it stands for, null where that is not one text. */
function atomAt(source: string, at: number): { text: string | null; next: number } {
  const character = source[at] ?? '';
  if (character === '[') {
    let end = at + 1;
    while (end < source.length && source[end] !== ']') end += source[end] === '\\' ? 2 : 1;
    return { text: null, next: end + 1 };
  }
  if (character === '\\') {
    const escaped = source[at + 1] ?? '';
    if (!ESCAPED_CLASS.test(escaped)) return { text: escaped, next: at + 2 };
    const long = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|k<[^>]*>|\d+)/i.exec(source.slice(at));
    return { text: null, next: at + (long?.[0].length ?? 2) };
  }
  if ('^$.'.includes(character)) return { text: null, next: at + 1 };
  return { text: character, next: at + 1 };
}

function afterQuantifier(source: string, at: number): number {
  const quantifier = /^(?:[*+?]|\{\d*,?\d*\})\??/.exec(source.slice(at));
  return at + (quantifier?.[0].length ?? 1);
}
