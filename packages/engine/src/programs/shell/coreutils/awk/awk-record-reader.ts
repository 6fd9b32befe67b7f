import type { InputStream } from '../../streams/input-stream.ts';
import { extendedToSource } from '../../text/posix-pattern.ts';

interface Found {
  /** The positions where the record ends and where the next may begin. */
  end: number;
  next: number;
}

/** Reads records from an input, delimited by the current `RS`: a character, a match or, when `RS` is empty, a blank line. */
export class AwkRecordReader {
  readonly #input: InputStream;
  readonly #isShared: boolean;
  readonly #decoder = new TextDecoder();
  #text = '';
  /** The text up to here contains no record end. */
  #searched = 0;
  #isEnded = false;

  /** `isShared` is true for an input with other readers, such as standard input. */
  constructor(input: InputStream, isShared = false) {
    this.#input = input;
    this.#isShared = isShared;
  }

  /** Returns the next record, or null if there is none left. */
  async next(separator: string): Promise<string | null> {
    for (;;) {
      if (separator === '') this.#text = this.#text.replace(/^\n+/, '');
      const found = find(this.#text, separator, this.#searched);
      // A match that reaches the end of the buffered text may become longer with more input.
      if (found !== null && (this.#isEnded || separator.length === 1 || found.next < this.#text.length)) {
        const record = this.#text.slice(0, found.end);
        this.#text = this.#text.slice(found.next);
        this.#searched = 0;
        return record;
      }
      if (this.#isEnded) return this.#last(separator);
      // A match may begin before the new input, so an expression searches everything again.
      this.#searched = separator.length === 1 ? this.#text.length : 0;
      await this.#readMore();
    }
  }

  #last(separator: string): string | null {
    const record = separator === '' ? this.#text.replace(/\n$/, '') : this.#text;
    this.#text = '';
    return record === '' ? null : record;
  }

  async #readMore(): Promise<void> {
    const bytes = await this.#input.read();
    this.#isEnded = bytes.length === 0;
    this.#text += this.#isEnded ? this.#decoder.decode() : this.#decoder.decode(bytes, { stream: true });
  }

  release(): void {
    if (!this.#isShared) this.#input.release();
  }
}

function find(text: string, separator: string, from: number): Found | null {
  if (separator.length === 1) {
    const end = text.indexOf(separator, from);
    return end === -1 ? null : { end, next: end + 1 };
  }
  const match = (separator === '' ? /\n\n+/ : new RegExp(extendedToSource(separator), 'su')).exec(text);
  return match === null || match[0] === '' ? null : { end: match.index, next: match.index + match[0].length };
}
