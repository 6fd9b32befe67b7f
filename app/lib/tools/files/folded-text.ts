import type { TextEdit } from './edit-ladder.ts';

/** Similar-looking characters and the plain text compared instead; empty for invisible ones. */
const ALIKE: readonly [characters: RegExp, plain: string, name: string][] = [
  [/[\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033]/u, '"', 'quotation marks'],
  [/[\u2018\u2019\u201a\u201b\u2032]/u, "'", 'quotation marks'],
  [/[\u2010-\u2015\u2212]/u, '-', 'dashes'],
  [/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/u, ' ', 'blanks of another kind'],
  [/\u2026/u, '...', 'an ellipsis'],
  [/[\u00ad\u200b-\u200f\u2060\ufeff]/u, '', 'characters that cannot be seen'],
];
const ANY_ALIKE = new RegExp(ALIKE.map(([characters]) => characters.source).join('|'), 'u');
/** The plain characters to which all kinds of quotation marks and dashes are folded. */
const PLAIN_ALIKE = /["'-]/;
/** A letter with combining marks, which can be encoded in two ways. */
const MARKED = /\P{M}\p{M}+|[^\p{ASCII}]/u;
/** Pieces that are compared in plain form. CRLF is one piece, so that it equals LF. */
const PIECES = /\r\n|\P{M}\p{M}+|[^\p{ASCII}]/gu;
/** Longer searches are not retried. In characters. */
const LONGEST = 20_000;

/** A folded text with the origin of each character. */
interface Folded {
  text: string;
  /** The offset in the original of each character, and one more for the end. */
  origins: readonly number[];
  names: ReadonlySet<string>;
}

export interface FoldedFind {
  find: string;
  replace: string;
  difference: string;
}

/** A text in which edits find regions that look like their search. */
export class FoldedText {
  readonly #text: string;
  readonly #isPlain: boolean;
  #folded: Folded | null = null;

  constructor(text: string) {
    this.#text = text;
    this.#isPlain = isPlain(text);
  }

  /**
   * Returns the regions that look like the search, as written in the text. Where the replacement shares its beginning and end with the
   * search, it takes the text's spelling; new text stays as written.
   */
  finds({ find, replace, all = false }: TextEdit): readonly FoldedFind[] {
    if (find.length > LONGEST || (this.#isPlain && isPlain(find))) return [];
    const wanted = fold(find);
    if (wanted.text.trim() === '') return [];
    this.#folded ??= fold(this.#text);
    return regionsOf(this.#text, this.#folded, { wanted: wanted.text, all }).flatMap((region) => {
      if (region === find) return [];
      const names = [...new Set([...wanted.names, ...fold(region).names])].join(' and ');
      return [{ find: region, replace: respelled({ find, region, replace }), difference: `it differs from the file in ${names}` }];
    });
  }
}

function isPlain(text: string): boolean {
  return !ANY_ALIKE.test(text) && !MARKED.test(text);
}

/**
 * Returns the spellings in which the search occurs. Stops at the second place, or with `all` at the second spelling, because the search is
 * then ambiguous. With `all`, places do not overlap, so the whole text is compared once.
 */
function regionsOf(text: string, { text: plain, origins }: Folded, { wanted, all }: { wanted: string; all: boolean }): readonly string[] {
  const found = new Set<string>();
  let places = 0;
  for (let at = plain.indexOf(wanted); at >= 0 && found.size < 2; at = plain.indexOf(wanted, at + (all ? wanted.length : 1))) {
    found.add(text.slice(origins[at], origins[at + wanted.length]));
    places += 1;
    if (!all && places === 2) break;
  }
  return [...found];
}

/**
 * Takes the beginning and end that a replacement shares with its search from the file. If the new text itself contains such characters, its
 * lines are kept as written: a line must not open and close a quotation in different styles.
 */
function respelled({ find, region, replace }: { find: string; region: string; replace: string }): string {
  const [from, own, next] = [find, region, replace].map(fold);
  if (from === undefined || own === undefined || next === undefined) return replace;
  const most = Math.min(from.text.length, next.text.length);
  let start = 0;
  while (start < most && from.text[start] === next.text[start]) start++;
  let end = 0;
  while (end < most - start && from.text[from.text.length - 1 - end] === next.text[next.text.length - 1 - end]) end++;
  if (PLAIN_ALIKE.test(next.text.slice(start, next.text.length - end))) {
    while (start > 0 && next.text[start - 1] !== '\n') start--;
    while (end > 0 && next.text[next.text.length - end] !== '\n') end--;
  }
  const before = region.slice(0, own.origins[start]);
  const after = region.slice(own.origins[own.text.length - end]);
  return before + replace.slice(next.origins[start], next.origins[next.text.length - end]) + after;
}

function fold(text: string): Folded {
  const pieces: string[] = [];
  const origins: number[] = [];
  const names = new Set<string>();
  let from = 0;
  const asWritten = (to: number) => {
    pieces.push(text.slice(from, to));
    for (; from < to; from++) origins.push(from);
  };
  for (const { 0: piece, index } of text.matchAll(PIECES)) {
    asWritten(index);
    const plain = plainOf(piece, names);
    pieces.push(plain);
    for (let place = 0; place < plain.length; place += 1) origins.push(index);
    from = index + piece.length;
  }
  asWritten(text.length);
  origins.push(text.length);
  return { text: pieces.join(''), origins, names };
}

function plainOf(piece: string, names: Set<string>): string {
  if (piece === '\r\n') return '\n';
  const found = ALIKE.find(([characters]) => characters.test(piece));
  if (found !== undefined) {
    names.add(found[2]);
    return found[1];
  }
  const composed = piece.normalize('NFC');
  if (composed !== piece || piece.length > 1) names.add('how letters with marks are composed');
  return composed;
}
