import type { InputStream } from '../../streams/input-stream.ts';
import { extendedToSource } from '../../text/posix-pattern.ts';

interface Found {
  /** Where the record ends, and where the next may begin. */
  end: number;
  next: number;
}

/** The records of an input, each as far as `RS` says at the time: to a character, to a match, or, where it is empty, to a blank line. */
export class AwkRecordReader {
  readonly #input: InputStream;
  readonly #isShared: boolean;
  readonly #decoder = new TextDecoder();
  #text = '';
  /** So far of the text nothing ends a record. */
  #searched = 0;
  #isEnded = false;

  /** `isShared`: others read it as well, as standard input is. */
  constructor(input: InputStream, isShared = false) {
    this.#input = input;
    this.#isShared = isShared;
  }

  /** null: there is none left. */
  async next(separator: string): Promise<string | null> {
    for (;;) {
      if (separator === '') this.#text = this.#text.replace(/^\n+/, '');
      const found = find(this.#text, separator, this.#searched);
      // What matches up to the end of what has come may match more of what comes.
      if (found !== null && (this.#isEnded || separator.length === 1 || found.next < this.#text.length)) {
        const record = this.#text.slice(0, found.end);
        this.#text = this.#text.slice(found.next);
        this.#searched = 0;
        return record;
      }
      if (this.#isEnded) return this.#last(separator);
      // An expression may begin before what comes: for it all is looked through again.
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
