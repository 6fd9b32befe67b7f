/** Number of letters by which a pattern is looked up. */
const GRAM = 8;
const TABLE_BITS = 18;

export interface Pattern {
  letters: Uint8Array;
  /** Index of the value that the pattern is a form of. */
  owner: number;
}

/** Finds many patterns in one pass: a table rules out nearly every position at which none of them begins. */
export class ManySearch {
  readonly #mayBegin = new Uint8Array(1 << TABLE_BITS);
  readonly #byGram = new Map<number, Pattern[]>();

  constructor(patterns: readonly Pattern[]) {
    // If patterns are equal, only the first one can be found, and comparing the others would cost time.
    const added = new Set<string>();
    const latin = new TextDecoder('latin1');
    for (const pattern of patterns) {
      const text = latin.decode(pattern.letters);
      if (pattern.letters.length < GRAM || added.has(text)) continue;
      added.add(text);
      const gram = gramOf(pattern.letters);
      this.#mayBegin[gram >>> (32 - TABLE_BITS)] = 1;
      const known = this.#byGram.get(gram);
      if (known === undefined) this.#byGram.set(gram, [pattern]);
      else known.push(pattern);
    }
    // The longest first, because one may be the beginning of another.
    for (const known of this.#byGram.values()) known.sort((a, b) => b.letters.length - a.letters.length);
  }

  /** Reports each match, from the left; of several that begin at one position, the longest. */
  find(letters: Uint8Array, found: (at: number, pattern: Pattern) => void): void {
    const mayBegin = this.#mayBegin;
    let [early, late] = [0, 0];
    for (let at = 0; at < letters.length; at++) {
      early = (early << 8) | (late >>> 24);
      late = (late << 8) | (letters[at] as number); // Within its length.
      const gram = mixed(early, late);
      if (mayBegin[gram >>> (32 - TABLE_BITS)] === 0 || at < GRAM - 1) continue;
      this.#hitAt(letters, at - GRAM + 1, gram, found);
    }
  }

  #hitAt(letters: Uint8Array, start: number, gram: number, found: (at: number, pattern: Pattern) => void): void {
    const hit = this.#byGram.get(gram)?.find((pattern) => isAt(letters, start, pattern.letters));
    if (hit !== undefined) found(start, hit);
  }
}

function gramOf(letters: Uint8Array): number {
  const four = (from: number) => letters.subarray(from, from + 4).reduce((gram, letter) => (gram << 8) | letter, 0);
  return mixed(four(0), four(4));
}

function mixed(early: number, late: number): number {
  return Math.imul(Math.imul(early, 0x85ebca6b) ^ late, 0x9e3779b1) >>> 0;
}

function isAt(letters: Uint8Array, at: number, pattern: Uint8Array): boolean {
  if (at + pattern.length > letters.length) return false;
  for (let offset = pattern.length - 1; offset >= 0; offset--) if (letters[at + offset] !== pattern[offset]) return false;
  return true;
}
