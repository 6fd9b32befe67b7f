/** What one name may look like by a pattern of the shell: any characters, or one of those for which `has` is true. */
export type GlobItem = { kind: 'any' } | { kind: 'one'; has: (folded: string) => boolean; hasNoLetter: boolean };

/** More spellings than this are not followed. */
const MOST_SPELLINGS = 64;

/** Names are compared without case. */
export function folded(character: string): string {
  return character.normalize('NFKC').toLowerCase();
}

/** Text of which every character stands for itself, as a pattern. */
export function escapedGlob(text: string): string {
  return text.replace(/[\\*?[\]{}()|!@+^,]/g, '\\$&');
}

export function isWild(segment: string): boolean {
  return /[*?[{]|[@+!]\(/.test(segment.replace(/\\[\s\S]/g, ''));
}

/** The text of a pattern that has nothing wild in it. */
export function unescapedGlob(segment: string): string {
  return segment.replace(/\\([\s\S])/g, '$1');
}

/** The segments of a path pattern in all the ways its braces can be read; null: too many. */
export function globPaths(pattern: string): string[][] | null {
  const spellings = braces(pattern);
  return spellings?.map((text) => text.match(/(?:\\[\s\S]|[^/\\])+/g) ?? []) ?? null;
}

/** `{a,b}` and `{1..3}`, nested too. Null: too many. */
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

/** What is between a brace and its partner; null where it is alone or has nothing to choose from. */
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

/** Every value from one end to the other, whatever the step: too many only ever asks. */
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

/** A segment as the names it can stand for, each a row of items; null: too many. Braces are spelled out before. */
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

/** Two stars in a row are one. */
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

/** Where the bracket closes that opens at `start`; null when it does not. */
function closing(text: string, start: number): number | null {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return null;
}

/** `@(a|b)` is each of them, `?(a|b)` none too. What may repeat or is all but something is taken for anything. */
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

/** Ranges order letters as the locale does: one whose ends are not of a kind may hold anything. */
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
  // Without case a class and its opposite can both hold a letter.
  const mayNegate = (character: string) => !tests.some((test) => test(character)) || /[a-z]/.test(character);
  const has = (character: string) => isVague || (isNegated ? mayNegate(character) : tests.some((test) => test(character)));
  return { kind: 'one', has, hasNoLetter: true };
}
