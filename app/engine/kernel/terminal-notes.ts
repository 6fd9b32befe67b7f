/** How a program waits for the person: for a line, for a line that is not shown (a password), for single keys; or not at all. */
export type ReadingState = 'line' | 'hidden' | 'key' | 'none';

const KEY = /^[\w-]{8,64}$/;

/**
 * What the kernel knows of a terminal's programs and its output does not show: whether one waits for input, which ports they
 * open. It stands in the output as an escape sequence, in order with what was printed, so that any client of the wire can take it
 * out. Only for a client that asked for it with a key of its own, which no program learns: nobody else can write a note
 * (docs/decisions/0009).
 *
 *   ESC ] 655 ; <key> ; on | read=<state> | port=<number> BEL
 */
export class TerminalNotes {
  readonly #key: string;
  readonly #push: (bytes: Uint8Array) => void;
  #reading: ReadingState = 'none';

  constructor(key: string, push: (bytes: Uint8Array) => void) {
    this.#key = key;
    this.#push = push;
    this.#write('on');
  }

  /** The variable's value as a key; null for what is none. */
  static keyOf(value: unknown): string | null {
    return typeof value === 'string' && KEY.test(value) ? value : null;
  }

  reading(state: ReadingState): void {
    if (state === this.#reading) return;
    this.#reading = state;
    this.#write(`read=${state}`);
  }

  port(port: number): void {
    this.#write(`port=${port}`);
  }

  #write(body: string): void {
    this.#push(new TextEncoder().encode(`\x1b]655;${this.#key};${body}\x07`));
  }
}
