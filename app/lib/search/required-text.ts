import type { Query } from './search-pattern.ts';

export type RequiredText =
  /** Every line that the expression matches contains this text. */
  | { type: 'text'; text: string }
  /** The expression may be tried on many lines at once. */
  | { type: 'none' }
  /** The expression must be tried line by line, because its lookaround behaves differently at line ends. */
  | { type: 'unknown' };

/** Shorter texts occur in too many lines to be a useful filter. */
const SHORTEST = 3;
const ESCAPED_CLASS = /[dDwWsSbBpPkcxu0-9fnrtv]/;

/** Returns a text without which a line cannot match: literal characters of the expression that are not optional. */
export function requiredText({ source, flags }: Extract<Query, { type: 'expression' }>): RequiredText {
  if (/\(\?[=!<]/.test(source)) return { type: 'unknown' };
  // A group may be optional, and an alternation has several texts.
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

/** Reads one atom of the source. `text` is the literal that it stands for; null if it is not a single literal. */
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
