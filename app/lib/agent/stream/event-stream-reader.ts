/**
 * Splits the bytes of a server-sent event stream into the data of its events. One pass: a line that arrives in pieces is joined once, when
 * it is complete.
 */
export class EventStreamReader {
  readonly #decoder = new TextDecoder();
  #pieces: string[] = [];
  #data: string[] = [];
  readonly #onData: (data: string) => void;

  constructor(onData: (data: string) => void) {
    this.#onData = onData;
  }

  push(bytes: Uint8Array): void {
    this.#split(this.#decoder.decode(bytes, { stream: true }));
  }

  /** Ends the stream; a final event without its blank line still counts. */
  end(): void {
    this.#split(`${this.#decoder.decode()}\n\n`);
  }

  #split(text: string): void {
    let from = 0;
    for (;;) {
      const newline = text.indexOf('\n', from);
      if (newline === -1) break;
      const piece = text.slice(from, newline);
      from = newline + 1;
      if (this.#pieces.length === 0) this.#line(piece);
      else {
        this.#pieces.push(piece);
        const line = this.#pieces.join('');
        this.#pieces = [];
        this.#line(line);
      }
    }
    if (from < text.length) this.#pieces.push(text.slice(from));
  }

  #line(raw: string): void {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (line === '') {
      if (this.#data.length === 0) return;
      const data = this.#data.length === 1 ? (this.#data[0] ?? '') : this.#data.join('\n');
      this.#data = [];
      this.#onData(data);
    } else if (line.startsWith('data:')) this.#data.push(line.slice(line[5] === ' ' ? 6 : 5));
    // Comments (keep-alives) and other fields are ignored.
  }
}
