import { type NameItem, nameItems } from 'devonz-engine-protocol/name-pattern';
import type { GlobItem } from './glob-pattern.ts';

/**
 * `no`: the word never matches such a name. `spelled`: it does, and one of its own characters matches a distinctive one (`.e*` and `.env`).
 * `broad`: it does, but is not specific: `*.json` also matches `credentials.json`, `README*` also `README.key`.
 */
export type Meeting = 'no' | 'broad' | 'spelled';

interface MeetingOptions {
  /** `*` also matches a leading dot, as in git and ripgrep but not in the shell. */
  hasHidden: boolean;
  /** `*` matches several path segments, as in git. */
  crossesFolders: boolean;
}

/** A name of the tables, parsed once. */
export interface NamePattern {
  items: readonly NameItem[];
  /** Whether each item is distinctive; the common extension of a fully spelled name is not. */
  isTelling: readonly boolean[];
}

const COMMON_ENDING = /(?<=.)\.(?:json|ya?ml|toml|txt|md|[cm]?js|xml|\*)$/;

/** `tells` means that a part of the name is enough to recognise it. */
export function namePattern(pattern: string, tells = true): NamePattern {
  const items = nameItems(pattern);
  const stem = pattern.startsWith('*.') ? pattern.length : pattern.replace(COMMON_ENDING, '').length;
  const isTelling = items.map((item, index) => tells && item.kind === 'literal' && index < stem && (item.character !== '.' || index === 0));
  return { items, isTelling };
}

/**
 * Walks both automata at once. A state consists of a position in the word, a position in the name, whether a character was read, and
 * whether a distinctive one was; so there are four times as many states as the product of the two lengths.
 */
export function meetingOf(row: readonly GlobItem[], name: NamePattern, options: MeetingOptions): Meeting {
  if (!options.crossesFolders && (!fitsAt(row[0], name.items[0]) || !fitsAt(row.at(-1), name.items.at(-1)) || !fitsLength(row, name)))
    return 'no';
  return new Walk(row, name, options).result();
}

/** A quick check: most words differ from a name in the first or last character. */
function fitsAt(item: GlobItem | undefined, wanted: NameItem | undefined): boolean {
  return item?.kind !== 'one' || wanted === undefined || haveCommon(item, wanted);
}

/** Minimum number of characters, and whether that is also the maximum. */
interface Length {
  least: number;
  isFixed: boolean;
}

const lengths = new WeakMap<readonly { kind: string }[], Length>();

function lengthOf(items: readonly { kind: string }[]): Length {
  let length = lengths.get(items);
  if (length === undefined) {
    const least = items.filter(({ kind }) => kind !== 'any').length;
    length = { least, isFixed: least === items.length };
    lengths.set(items, length);
  }
  return length;
}

function fitsLength(row: readonly GlobItem[], { items }: NamePattern): boolean {
  const [word, name] = [lengthOf(row), lengthOf(items)];
  return !(name.isFixed && word.least > name.least) && !(word.isFixed && name.least > word.least);
}

/** Returns true if some character matches both. */
function haveCommon(item: GlobItem, wanted: NameItem): boolean {
  if (item.kind === 'any' || wanted.kind === 'any') return true;
  return wanted.kind === 'not-letter' ? item.hasNoLetter : item.has(wanted.character);
}

class Walk {
  readonly #row: readonly GlobItem[];
  readonly #name: NamePattern;
  readonly #options: MeetingOptions;
  readonly #seen: Uint8Array;
  readonly #open: number[] = [];
  #found: Meeting = 'no';

  constructor(row: readonly GlobItem[], name: NamePattern, options: MeetingOptions) {
    this.#row = row;
    this.#name = name;
    this.#options = options;
    this.#seen = new Uint8Array((row.length + 1) * (name.items.length + 1) * 4);
  }

  result(): Meeting {
    this.#reach(0, 0, 0);
    // A name can begin after any slash that a star stands for.
    if (this.#options.crossesFolders) for (const [at, item] of this.#row.entries()) if (item.kind === 'any') this.#reach(at, 0, 0);
    for (let state = this.#open.pop(); state !== undefined && this.#found !== 'spelled'; state = this.#open.pop()) this.#step(state);
    // A match by a word of fixed length is deliberate.
    return this.#found === 'broad' && !this.#row.some((item) => item.kind === 'any') ? 'spelled' : this.#found;
  }

  /** `marks` is a bit set: 1 if a character was read, 2 if one of them was distinctive. */
  #reach(word: number, name: number, marks: number): void {
    const state = (word * (this.#name.items.length + 1) + name) * 4 + marks;
    if (this.#seen[state] === 1) return;
    this.#seen[state] = 1;
    this.#open.push(state);
  }

  #step(state: number): void {
    const width = this.#name.items.length + 1;
    const marks = state % 4;
    const [word, name] = [Math.floor(state / 4 / width), Math.floor(state / 4) % width];
    const [item, wanted] = [this.#row[word], this.#name.items[name]];
    const isBelow = this.#options.crossesFolders && item?.kind === 'any';
    if (wanted === undefined && (item === undefined || isBelow)) this.#found = marks >= 2 ? 'spelled' : 'broad';
    if (item?.kind === 'any') this.#reach(word + 1, name, marks);
    if (wanted?.kind === 'any') this.#reach(word, name + 1, marks);
    if (item === undefined || wanted === undefined || !haveCommon(item, wanted)) return;
    // The leading dot of a hidden name is only matched by the first item of the word.
    if (isDot(wanted) && (marks & 1) === 0 && !this.#options.hasHidden && (word > 0 || item.kind === 'any')) return;
    const isDistinctive = item.kind === 'one' && this.#name.isTelling[name] === true;
    this.#reach(item.kind === 'any' ? word : word + 1, wanted.kind === 'any' ? name : name + 1, marks | 1 | (isDistinctive ? 2 : 0));
  }
}

function isDot(item: NameItem): boolean {
  return item.kind === 'literal' && item.character === '.';
}
