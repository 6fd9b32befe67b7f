import { secretToken } from '../protocol/texts/secret-token.ts';
import { looksRandom } from './is-worth-masking.ts';
import { ManySearch, type Pattern } from './many-search.ts';
import { compacted, spellingsOf } from './secret-spellings.ts';
import type { SecretValue } from './secret-values.ts';
import { compactViews, type TextView, viewLetters, wholeView } from './text-views.ts';

/** Characters. A piece of a long value is masked if it contains one of these windows. */
const WINDOW = 16;
const WINDOW_STEP = 8;
/** Minimum length in characters of a value's part that is masked where a text begins or ends within the value. */
const SHORTEST_END = 8;
/** Characters. A longer value is split into parts, each of which is searched for in all spellings, because a text may contain any part. */
const LONGEST_VALUE = 1_000;
/** Total characters of values that are searched for in all spellings; the remaining values are searched for only unchanged. */
const MOST_SPELLED = 200_000;
/** Our own notes of omitted text are few; if there are more pieces, only those at the beginning and the end are checked. */
const MOST_PIECES = 40;

interface Range {
  from: number;
  to: number;
  owner: number;
}

/** Replaces values with `[secret: NAME of FILE]`, in any of their spellings (`spellingsOf`), and long pieces of values. */
export class SecretMask {
  readonly #values: readonly SecretValue[];
  readonly #token: (name: string, source: string) => string;
  readonly #whole: readonly Uint8Array[];
  readonly #exact: ManySearch;
  readonly #compact: ManySearch;
  readonly #windows: ManySearch;

  /** `token` returns the replacement of a value. */
  constructor(values: readonly SecretValue[], token: (name: string, source: string) => string = secretToken) {
    this.#values = values.flatMap(inParts);
    this.#token = token;
    this.#whole = this.#values.map(({ value }) => viewLetters(value));
    const exact: Pattern[] = [];
    const compact: Pattern[] = [];
    const windows: Pattern[] = [];
    let left = MOST_SPELLED;
    this.#values.forEach(({ value }, owner) => {
      left -= value.length;
      const spellings = left < 0 ? { exact: [value], compact: [] } : spellingsOf(value);
      for (const text of spellings.exact) exact.push({ letters: viewLetters(text), owner });
      for (const text of spellings.compact) compact.push({ letters: viewLetters(text), owner });
      for (const text of windowsOf(value)) windows.push({ letters: viewLetters(text), owner });
    });
    this.#exact = new ManySearch(exact);
    this.#compact = new ManySearch(compact);
    this.#windows = new ManySearch(windows);
  }

  get isIdle(): boolean {
    return this.#values.length === 0;
  }

  /** `shown`: the sources whose values may be visible in this text. */
  mask(text: string, shown: readonly string[] = []): string {
    if (this.isIdle || text.length < SHORTEST_END) return text;
    const ranges: Range[] = [];
    const whole = wholeView(text);
    const add =
      (view: TextView) =>
      (at: number, { letters, owner }: Pattern) =>
        ranges.push(rangeOf(view, at, letters.length, owner));
    this.#exact.find(whole.letters, add(whole));
    const ends = new Map<number, number>();
    this.#windows.find(whole.letters, (at, { letters, owner }) => {
      // Windows within the last widened range are not new matches.
      if (at + letters.length <= (ends.get(owner) ?? 0)) return;
      const range = this.#widened(whole.letters, at, letters.length, owner);
      ends.set(owner, range.to);
      ranges.push(range);
    });
    for (const view of compactViews(text)) this.#compact.find(view.letters, add(view));
    for (const [from, to] of uncutPieces(text)) this.#ends(whole.letters, from, to, ranges);
    const seen = new Set(this.#values.flatMap(({ value, source }) => (shown.includes(source) ? [value] : [])));
    const hidden = ranges.filter(({ owner }) => !seen.has(this.#values[owner]?.value ?? ''));
    return hidden.length === 0 ? text : this.#replaced(text, hidden);
  }

  /** Widens a matching window to all of the value that is present. */
  #widened(letters: Uint8Array, at: number, length: number, owner: number): Range {
    const value = this.#whole[owner] ?? new Uint8Array();
    let offset = indexIn(value, letters, at, length);
    let [from, to] = [at, at + length];
    let end = offset + length;
    while (from > 0 && offset > 0 && letters[from - 1] === value[offset - 1]) [from, offset] = [from - 1, offset - 1];
    while (to < letters.length && end < value.length && letters[to] === value[end]) [to, end] = [to + 1, end + 1];
    return { from, to, owner };
  }

  /** A truncated text may begin with the end of a value, or end with its beginning. */
  #ends(letters: Uint8Array, from: number, to: number, ranges: Range[]): void {
    const piece = letters.subarray(from, to);
    this.#whole.forEach((value, owner) => {
      const head = longestJoin(value, piece);
      if (head >= SHORTEST_END) ranges.push({ from, to: from + head, owner });
      const tail = longestJoin(piece, value);
      if (tail >= SHORTEST_END) ranges.push({ from: to - tail, to, owner });
    });
  }

  #replaced(text: string, ranges: Range[]): string {
    ranges.sort((a, b) => a.from - b.from || b.to - a.to);
    let masked = '';
    let done = 0;
    for (const { from, to, owner } of ranges) {
      if (from >= done) {
        const { name, source } = this.#values[owner] ?? { name: '', source: '' };
        masked += text.slice(done, from) + this.#token(name, source);
      }
      done = Math.max(done, to);
    }
    return masked + text.slice(done);
  }
}

/** Splits a text where parts of it were omitted (`[… 900 characters left out …]`). */
function uncutPieces(text: string): [from: number, to: number][] {
  const pieces: [number, number][] = [];
  let from = 0;
  for (const { 0: note, index } of text.matchAll(/\n?\[… [^\]\n]{0,200}\]\n?| \[line cut/g)) {
    pieces.push([from, index]);
    from = index + note.length;
  }
  pieces.push([from, text.length]);
  return pieces.length <= MOST_PIECES ? pieces : [...pieces.slice(0, MOST_PIECES / 2), ...pieces.slice(-MOST_PIECES / 2)];
}

function inParts(secret: SecretValue): SecretValue[] {
  const { value } = secret;
  if (value.length <= LONGEST_VALUE) return [secret];
  const count = Math.ceil(value.length / LONGEST_VALUE);
  const size = Math.ceil(value.length / count);
  return Array.from({ length: count }, (_, index) => ({ ...secret, value: value.slice(index * size, (index + 1) * size) }));
}

/** Returns the longest end of one text that is the beginning of the other, in linear time (Knuth, Morris and Pratt). */
function longestJoin(ending: Uint8Array, beginning: Uint8Array): number {
  const most = Math.min(ending.length, beginning.length);
  const borders = new Uint32Array(most);
  for (let at = 1, length = 0; at < most; at++) {
    while (length > 0 && beginning[length] !== beginning[at]) length = borders[length - 1] ?? 0;
    if (beginning[length] === beginning[at]) length++;
    borders[at] = length;
  }
  let joined = 0;
  for (let at = ending.length - most; at < ending.length; at++) {
    while (joined > 0 && (joined === most || beginning[joined] !== ending[at])) joined = borders[joined - 1] ?? 0;
    if (beginning[joined] === ending[at]) joined++;
  }
  return joined;
}

function windowsOf(value: string): string[] {
  const windows: string[] = [];
  for (let at = 0; value.length >= WINDOW + WINDOW_STEP && at + WINDOW <= value.length; at += WINDOW_STEP) {
    const window = value.slice(at, at + WINDOW);
    if (looksRandom(window) && compacted(window).length >= WINDOW - 4) windows.push(window);
  }
  return windows;
}

function rangeOf({ places }: TextView, at: number, length: number, owner: number): Range {
  if (places === null) return { from: at, to: at + length, owner };
  return { from: places[at] ?? 0, to: (places[at + length - 1] ?? 0) + 1, owner };
}

function indexIn(value: Uint8Array, letters: Uint8Array, at: number, length: number): number {
  for (let offset = 0; offset + length <= value.length; offset++) if (isSame(letters, at, value, offset, length)) return offset;
  return 0;
}

function isSame(letters: Uint8Array, at: number, value: Uint8Array, offset: number, length: number): boolean {
  for (let step = 0; step < length; step++) if (letters[at + step] !== value[offset + step]) return false;
  return true;
}
