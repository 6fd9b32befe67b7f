/** One item of a shell pattern: any characters, or a single character for which `has` is true. */
export type GlobItem = { kind: 'any' } | { kind: 'one'; has: (folded: string) => boolean; hasNoLetter: boolean };

/** Maximum number of spellings that are followed. */
const MOST_SPELLINGS = 64;

/** Normalises a character, because names are compared case-insensitively. */
export function folded(character: string): string {
  return character.normalize('NFKC').toLowerCase();
}

/** Returns a pattern in which every character of the text stands for itself. */
export function escapedGlob(text: string): string {
  return text.replace(/[\\*?[\]{}()|!@+^,]/g, '\\$&');
}

export function isWild(segment: string): boolean {
  return /[*?[{]|[@+!]\(/.test(segment.replace(/\\[\s\S]/g, ''));
}

/** Returns the text of a pattern without wildcards. */
export function unescapedGlob(segment: string): string {
  return segment.replace(/\\([\s\S])/g, '$1');
}

/** Returns the segments of a path pattern for every brace expansion; null if there are too many. */
export function globPaths(pattern: string): string[][] | null {
  const spellings = braces(pattern);
  return spellings?.map((text) => text.match(/(?:\\[\s\S]|[^/\\])+/g) ?? []) ?? null;
}

/** Expands `{a,b}` and `{1..3}`, also nested. Returns null if there are too many results. */
function braces(text: string): string[] | null {
  const at = /^(?:\\[\s\S]|[^\\{])*/.exec(text)?.[0].length ?? 0;
  if (at >= text.length) return [text];
  const group = braceGroup(text, at);
  const rests = braces(text.slice(group?.end ?? at + 1));
  if (rests === null) return null;
  const before = text.slice(0, at);
  const inner = group === null ? ['\\{'] : alternatives(group.inside);
  if (inner === null || inner.length * rests.length > MOST_SPELLINGS) return null;
  return inner.flatMap((one) => rests.map((rest) => `${before}${one}${rest}`));
}

/** Returns the content of a brace group; null if the brace is unmatched or offers no choice. */
function braceGroup(text: string, start: number): { inside: string; end: number } | null {
  let depth = 0;
  let chooses = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at++;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) {
      const inside = text.slice(start + 1, at);
      return chooses || /^[^.]+\.\.[^.]+(?:\.\.-?\d+)?$/.test(inside) ? { inside, end: at + 1 } : null;
    } else if (character === ',' && depth === 1) chooses = true;
  }
  return null;
}

function alternatives(inside: string): string[] | null {
  const range = /^(-?\d+|[a-z])\.\.(-?\d+|[a-z])(?:\.\.-?\d+)?$/i.exec(inside);
  if (range !== null) return rangeOf(range[1] ?? '', range[2] ?? '');
  const found: string[] = [];
  for (const piece of splitAtDepth(inside, ',')) {
    const spelled = braces(piece);
    if (spelled === null) return null;
    found.push(...spelled);
  }
  return found.length > MOST_SPELLINGS ? null : found;
}

/** Returns every value of the range and ignores the step: extra values can only make it ask. */
function rangeOf(first: string, last: string): string[] | null {
  const isNumber = /\d/.test(first) && /\d/.test(last);
  const [from, to] = isNumber ? [Number(first), Number(last)] : [first.codePointAt(0) ?? 0, last.codePointAt(0) ?? 0];
  const length = Math.abs(to - from) + 1;
  if (length > MOST_SPELLINGS) return null;
  const values = Array.from({ length }, (_, index) => Math.min(from, to) + index);
  return values.map((value) => (isNumber ? String(value) : escapedGlob(String.fromCodePoint(value))));
}

function splitAtDepth(text: string, separator: ',' | '|'): string[] {
  const pieces = [''];
  let depth = 0;
  for (const token of text.match(/\\[\s\S]|[\s\S]/g) ?? []) {
    if (/[{(]/.test(token)) depth++;
    if (/[)}]/.test(token)) depth--;
    if (token === separator && depth === 0) pieces.push('');
    else pieces[pieces.length - 1] += token;
  }
  return pieces;
}

/** Returns the rows of items that a segment can stand for; null if there are too many. Braces must be expanded before. */
export function globItems(segment: string): GlobItem[][] | null {
  let rows: GlobItem[][] = [[]];
  for (let at = 0; at < segment.length; ) {
    const { choices, next } = itemAt(segment, at);
    if (choices === null || choices.length * rows.length > MOST_SPELLINGS) return null;
    rows = rows.flatMap((row) => choices.map((choice) => joined(row, choice)));
    at = next;
  }
  return rows;
}

/** Merges consecutive stars. */
function joined(row: GlobItem[], choice: GlobItem[]): GlobItem[] {
  return row.at(-1)?.kind === 'any' && choice[0]?.kind === 'any' ? [...row, ...choice.slice(1)] : [...row, ...choice];
}

function itemAt(text: string, at: number): { choices: GlobItem[][] | null; next: number } {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const group = /[@?+*!]/.test(character) && text[at + 1] === '(' ? closing(text, at + 1) : null;
  if (group !== null) return { choices: extended(character, text.slice(at + 2, group)), next: group + 1 };
  if (character === '*') return { choices: [[{ kind: 'any' }]], next: at + 1 };
  if (character === '?') return { choices: [[ANYTHING]], next: at + 1 };
  if (character === '[') {
    const bracket = /^\[[!^]?\]?(?:\[:\w+:\]|\[[.=].[.=]\]|\\[\s\S]|[^\]\\])*\]/.exec(text.slice(at))?.[0];
    if (bracket !== undefined) return { choices: [[classOf(bracket)]], next: at + bracket.length };
  }
  if (character === '\\' && at + 1 < text.length) {
    const escaped = String.fromCodePoint(text.codePointAt(at + 1) ?? 0);
    return { choices: [[one(escaped)]], next: at + 1 + escaped.length };
  }
  return { choices: [[one(character)]], next: at + character.length };
}

const ANYTHING: GlobItem = { kind: 'one', has: () => true, hasNoLetter: true };

function one(character: string): GlobItem {
  const value = folded(character);
  return { kind: 'one', has: (other) => other === value, hasNoLetter: !/^[a-z]/.test(value) };
}

/** Returns the offset of the closing parenthesis; null if there is none. */
function closing(text: string, start: number): number | null {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return null;
}

/** `@(a|b)` gives each alternative, `?(a|b)` also none. Repetitions and negations are treated as anything. */
function extended(operator: string, inside: string): GlobItem[][] | null {
  if (operator !== '@' && operator !== '?') return [[], [ANYTHING, { kind: 'any' }]];
  const found: GlobItem[][] = operator === '?' ? [[]] : [];
  for (const piece of splitAtDepth(inside, '|')) {
    const rows = globItems(piece);
    if (rows === null) return null;
    found.push(...rows);
  }
  return found;
}

const CLASSES: ReadonlyMap<string, RegExp> = new Map([
  ['alpha', /[^\d\s!-/:-@[-`{-~]/],
  ['digit', /\d/],
  ['alnum', /[^\s!-/:-@[-`{-~]/],
  ['upper', /[^\d\s!-/:-@[-`{-~]/],
  ['lower', /[^\d\s!-/:-@[-`{-~]/],
  ['punct', /[!-/:-@[-`{-~]/],
  ['space', /\s/],
  ['blank', /[ \t]/],
  ['xdigit', /[\da-f]/i],
  ['word', /[^\s!-/:-@[-^`{-~]/],
]);

/** Ranges order letters by the locale, so a range whose ends differ in kind may contain anything. */
function classOf(bracket: string): GlobItem {
  const isNegated = /^\[[!^]/.test(bracket);
  const members = bracket.slice(isNegated ? 2 : 1, -1);
  const tests: ((character: string) => boolean)[] = [];
  let isVague = false;
  for (const [piece, name, from, to] of members.matchAll(/\[:(\w+):\]|\[[.=].[.=]\]|(\\[\s\S]|[^\\])-(\\[\s\S]|[^\\])|\\[\s\S]|[^\\]/gu)) {
    const known = CLASSES.get(name ?? '');
    if (known !== undefined) tests.push((character) => known.test(character));
    else if (from !== undefined && to !== undefined) {
      const [low, high] = [folded(unescapedGlob(from)), folded(unescapedGlob(to))];
      if (!/^(?:\d\d|[a-z][a-z])$/.test(`${low}${high}`) || low > high) isVague = true;
      else tests.push((character) => folded(character) >= low && folded(character) <= high);
    } else if (piece.length > 2) isVague = true;
    else tests.push((character) => folded(character) === folded(unescapedGlob(piece)));
  }
  // Case-insensitively, a class and its complement can both contain a letter.
  const mayNegate = (character: string) => !tests.some((test) => test(character)) || /[a-z]/.test(character);
  const has = (character: string) => isVague || (isNegated ? mayNegate(character) : tests.some((test) => test(character)));
  return { kind: 'one', has, hasNoLetter: true };
}
