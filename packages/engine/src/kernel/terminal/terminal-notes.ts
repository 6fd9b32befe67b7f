import {
  type FileAccess,
  formatTerminalNote,
  type OutputStream,
  type ReadingState,
  type TerminalNote,
} from 'devonz-engine-protocol/terminal-note';

const KEY = /^[\w-]{8,64}$/;
const MAX_REFUSED = 50;
const MAX_REFUSED_PATH = 1_000;

/**
 * What the kernel knows of a terminal's programs and its output does not show: whether one waits for input, which of it
 * they wrote to standard error, which ports they open, which files they were refused. It is in the output as an escape sequence, in order with what was printed, so that any client of the wire can take it
 * out. Only for a client that asked for it with a key of its own, which no program learns: nobody else can write a note.
 */
export class TerminalNotes {
  readonly #key: string;
  readonly #push: (bytes: Uint8Array) => void;
  #reading: ReadingState = 'none';
  #stream: OutputStream = 'stdout';
  readonly #refused = new Set<string>();

  constructor(key: string, push: (bytes: Uint8Array) => void) {
    this.#key = key;
    this.#push = push;
    this.#write({ type: 'on' });
  }

  /** The variable's value as a key; null for what is none. */
  static keyOf(value: unknown): string | null {
    return typeof value === 'string' && KEY.test(value) ? value : null;
  }

  reading(state: ReadingState): void {
    if (state === this.#reading) return;
    this.#reading = state;
    this.#write({ type: 'reading', state });
  }

  /** What is pushed next was written to `stream`. */
  writing(stream: OutputStream): void {
    if (stream === this.#stream) return;
    this.#stream = stream;
    this.#write({ type: 'stream', stream });
  }

  /** Of one path once: a program that is refused tries again, and a search meets the same file by several names. */
  refused(access: FileAccess, path: string): void {
    const name = `${access} ${path}`;
    if (this.#refused.size >= MAX_REFUSED || path.length > MAX_REFUSED_PATH || this.#refused.has(name)) return;
    this.#refused.add(name);
    this.#write({ type: 'refused', access, path });
  }

  port(port: number): void {
    this.#write({ type: 'port', port });
  }

  #write(note: TerminalNote): void {
    this.#push(new TextEncoder().encode(formatTerminalNote(this.#key, note)));
  }
}
