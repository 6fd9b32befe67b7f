import type { OmittedOutput } from '../types.ts';

/** What a command printed, as far as it is kept: its beginning, its end, and how much lay between. */
export interface KeptText {
  text: string;
  omitted: OmittedOutput | null;
}

/** Characters of the beginning, and of the end. */
const HEAD_LIMIT = 100_000;
const TAIL_LIMIT = 300_000;

/** Keeps the beginning and the end of an output of any length. */
export class KeptOutput {
  readonly #headLimit: number;
  readonly #tailLimit: number;
  #head = '';
  #tail = '';
  #characters = 0;
  #lines = 0;

  constructor(headLimit = HEAD_LIMIT, tailLimit = TAIL_LIMIT) {
    this.#headLimit = headLimit;
    this.#tailLimit = tailLimit;
  }

  add(text: string): void {
    const isHeadOpen = this.#characters === 0 && this.#tail === '' && this.#head.length < this.#headLimit;
    const room = isHeadOpen ? wholeCharacters(text, this.#headLimit - this.#head.length) : 0;
    this.#head += text.slice(0, room);
    this.#tail += text.slice(room);
    // Cut at twice its size: a cut copies it.
    if (this.#tail.length > 2 * this.#tailLimit) this.#cut();
  }

  get(): KeptText {
    if (this.#tail.length > this.#tailLimit) this.#cut();
    const text = this.#head + this.#tail;
    if (this.#characters === 0) return { text, omitted: null };
    return { text, omitted: { at: this.#head.length, characters: this.#characters, lines: this.#lines } };
  }

  #cut(): void {
    const from = wholeCharacters(this.#tail, this.#tail.length - this.#tailLimit);
    const cut = this.#tail.slice(0, from);
    this.#characters += cut.length;
    this.#lines += lineEndsIn(cut);
    this.#tail = this.#tail.slice(from);
  }
}

/** `length`, or one less where that would cut a character in two. */
function wholeCharacters(text: string, length: number): number {
  const isCut = length > 0 && length < text.length && /[\ud800-\udbff]/.test(text[length - 1] ?? '');
  return isCut ? length - 1 : length;
}

export function lineEndsIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
