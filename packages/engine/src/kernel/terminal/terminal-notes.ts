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
 * Facts about a terminal's programs that its output does not show: whether one waits for input, which output went to standard error, which
 * ports they open, which files they were refused. Notes are escape sequences in the output, in order with the printed text, so that any
 * client of the wire can extract them. They are written only for a client that supplies its own key, which no program learns, so programs
 * cannot write notes.
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

  /** Returns the variable's value as a key, or `null` if it is not one. */
  static keyOf(value: unknown): string | null {
    return typeof value === 'string' && KEY.test(value) ? value : null;
  }

  reading(state: ReadingState): void {
    if (state === this.#reading) return;
    this.#reading = state;
    this.#write({ type: 'reading', state });
  }

  /** Marks output pushed from now on as written to `stream`. */
  writing(stream: OutputStream): void {
    if (stream === this.#stream) return;
    this.#stream = stream;
    this.#write({ type: 'stream', stream });
  }

  /** Written once per path: a refused program retries, and a search meets the same file under several names. */
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
