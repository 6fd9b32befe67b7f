import { type NameItem, nameItems } from 'devonz-engine-protocol/name-pattern';
import type { GlobItem } from './glob-pattern.ts';

/**
 * `no`: the word never stands for such a name. `spelled`: it does, and one of its own characters falls on one that makes the name what it is
 * (`.e*` and `.env`). `broad`: it does, but says nothing of the name: `*.json` is also `credentials.json`, `README*` also `README.key`.
 */
export type Meeting = 'no' | 'broad' | 'spelled';

interface MeetingOptions {
  /** Whether `*` stands for a dot at the beginning, too. The shell's does not; git's and ripgrep's does. */
  hasHidden: boolean;
  /** Whether `*` stands for several segments of a path, as git's does. */
  crossesFolders: boolean;
}

/** A name of the tables, taken apart once. */
export interface NamePattern {
  items: readonly NameItem[];
  /** For each item whether it makes the name what it is: the common ending of a name that is spelled out does not. */
  isTelling: readonly boolean[];
}

const COMMON_ENDING = /(?<=.)\.(?:json|ya?ml|toml|txt|md|[cm]?js|xml|\*)$/;

/** `tells`: whether a part of the name is enough to see that it was meant. */
export function namePattern(pattern: string, tells = true): NamePattern {
  const items = nameItems(pattern);
  const stem = pattern.startsWith('*.') ? pattern.length : pattern.replace(COMMON_ENDING, '').length;
  const isTelling = items.map((item, index) => tells && item.kind === 'literal' && index < stem && (item.character !== '.' || index === 0));
  return { items, isTelling };
}

/**
 * Walks both automata at once: a state is a place in the word, a place in the name, whether a character was read, and whether one reported something.
 * There are as many states as the product of the two lengths, four times.
 */
export function meetingOf(row: readonly GlobItem[], name: NamePattern, options: MeetingOptions): Meeting {
  if (!options.crossesFolders && (!fitsAt(row[0], name.items[0]) || !fitsAt(row.at(-1), name.items.at(-1)) || !fitsLength(row, name)))
    return 'no';
  return new Walk(row, name, options).result();
}

/** Most words differ from a name at its first or last character: that is seen at once. */
function fitsAt(item: GlobItem | undefined, wanted: NameItem | undefined): boolean {
  return item?.kind !== 'one' || wanted === undefined || haveCommon(item, wanted);
}

/** How many characters it has at least, and whether that is all. */
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

/** Whether one character fits both. */
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
    // Behind a slash that the star stands for a name begins again.
    if (this.#options.crossesFolders) for (const [at, item] of this.#row.entries()) if (item.kind === 'any') this.#reach(at, 0, 0);
    for (let state = this.#open.pop(); state !== undefined && this.#found !== 'spelled'; state = this.#open.pop()) this.#step(state);
    // A word of a certain length was meant for what it fits.
    return this.#found === 'broad' && !this.#row.some((item) => item.kind === 'any') ? 'spelled' : this.#found;
  }

  /** `marks`: 1 a character was read, 2 one of them reported something. */
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
    // The dot of a hidden name is only matched by the beginning of the word.
    if (isDot(wanted) && (marks & 1) === 0 && !this.#options.hasHidden && (word > 0 || item.kind === 'any')) return;
    const isTold = item.kind === 'one' && this.#name.isTelling[name] === true;
    this.#reach(item.kind === 'any' ? word : word + 1, wanted.kind === 'any' ? name : name + 1, marks | 1 | (isTold ? 2 : 0));
  }
}

function isDot(item: NameItem): boolean {
  return item.kind === 'literal' && item.character === '.';
}
