import type { OutputStream } from 'devonz-engine-protocol/terminal-note';
import type { OmittedOutput, TextPart } from '../types.ts';

/** The kept part of a command's output: its beginning, its end, and the length of the omitted part. */
export interface KeptText {
  text: string;
  omitted: OmittedOutput | null;
  /** The parts of `text` that were written to standard error. */
  errorParts: TextPart[];
}

/** Limit for the beginning and for the end. In characters. */
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
  /** Parts written to standard error, as positions in the whole output. */
  #errorParts: TextPart[] = [];
  #length = 0;

  constructor(headLimit = HEAD_LIMIT, tailLimit = TAIL_LIMIT) {
    this.#headLimit = headLimit;
    this.#tailLimit = tailLimit;
  }

  add(text: string, stream: OutputStream = 'stdout'): void {
    if (stream === 'stderr' && text !== '') this.#addErrorPart(this.#length, this.#length + text.length);
    this.#length += text.length;
    const isHeadOpen = this.#characters === 0 && this.#tail === '' && this.#head.length < this.#headLimit;
    const room = isHeadOpen ? wholeCharacters(text, this.#headLimit - this.#head.length) : 0;
    this.#head += text.slice(0, room);
    this.#tail += text.slice(room);
    // Trimmed only at twice the limit, because trimming copies it.
    if (this.#tail.length > 2 * this.#tailLimit) this.#cut();
  }

  get(): KeptText {
    if (this.#tail.length > this.#tailLimit) this.#cut();
    const text = this.#head + this.#tail;
    if (this.#characters === 0) return { text, omitted: null, errorParts: this.#errorParts.map((part) => ({ ...part })) };
    const omitted = { at: this.#head.length, characters: this.#characters, lines: this.#lines };
    const kept = (position: number) => Math.max(Math.min(position, omitted.at), position - omitted.characters);
    const errorParts = this.#errorParts.map(({ from, to }) => ({ from: kept(from), to: kept(to) })).filter(({ from, to }) => from < to);
    return { text, omitted, errorParts };
  }

  #addErrorPart(from: number, to: number): void {
    const last = this.#errorParts.at(-1);
    if (last?.to === from) last.to = to;
    else this.#errorParts.push({ from, to });
  }

  #cut(): void {
    const from = wholeCharacters(this.#tail, this.#tail.length - this.#tailLimit);
    const cut = this.#tail.slice(0, from);
    this.#characters += cut.length;
    this.#lines += lineEndsIn(cut);
    this.#tail = this.#tail.slice(from);
    const [gone, kept] = [this.#head.length, this.#head.length + this.#characters];
    this.#errorParts = this.#errorParts.filter((part) => part.from < gone || part.to > kept);
  }
}

/** `length`, or one less if that would split a character. */
function wholeCharacters(text: string, length: number): number {
  const isCut = length > 0 && length < text.length && /[\ud800-\udbff]/.test(text[length - 1] ?? '');
  return isCut ? length - 1 : length;
}

export function lineEndsIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
