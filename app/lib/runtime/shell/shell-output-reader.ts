import { parseTerminalNote, type TerminalNote, terminalNotePrefix } from 'devonz-engine-protocol/terminal-note';

/** The parts of a command shell's output. */
export type ShellSignal =
  | { type: 'text'; text: string }
  /** The shell runs and has read its script. */
  | { type: 'begun' }
  /** The script has ended in this directory. */
  | { type: 'directory'; directory: string }
  /** The script has ended, but programs that it started with `&` have not. */
  | { type: 'jobs-left' }
  | TerminalNote;

interface Sequence {
  prefix: string;
  /** Longest text before the closing BEL; a longer text is not one of our signals. */
  limit: number;
  parse(body: string): ShellSignal | null;
}

/** Longer than any path. */
const LONGEST_DIRECTORY = 8_192;
const LONGEST_NOTE = 9_100;

export function shellMarkerPrefix(marker: string): string {
  return `\x1b]654;${marker}`;
}

/**
 * Separates the shell's own signals from its output, however the chunks are split, and passes on the rest unchanged. The command
 * itself may print the marker (`trap -p` shows it), but can then only set the directory, which `cd` could do anyway. It must not
 * be able to hold back output without limit.
 */
export class ShellOutputReader {
  readonly #sequences: readonly Sequence[];
  #held = '';

  constructor(marker: string, notesKey: string | null) {
    const own: Sequence = { prefix: shellMarkerPrefix(marker), limit: LONGEST_DIRECTORY, parse: parseMarker };
    this.#sequences =
      notesKey === null ? [own] : [own, { prefix: terminalNotePrefix(notesKey), limit: LONGEST_NOTE, parse: parseTerminalNote }];
  }

  push(chunk: string): ShellSignal[] {
    this.#held += chunk;
    return this.#take(false);
  }

  /** At the end of the output: returns held-back text. */
  end(): ShellSignal[] {
    return this.#take(true);
  }

  #take(isEnd: boolean): ShellSignal[] {
    const signals: ShellSignal[] = [];
    for (;;) {
      const found = this.#first();
      if (found === null) break;
      const { at, sequence } = found;
      const start = at + sequence.prefix.length;
      const end = this.#held.indexOf('\x07', start);
      const isWhole = end !== -1 && end - start <= sequence.limit;
      if (end === -1 && this.#held.length - start <= sequence.limit && !isEnd) {
        addText(signals, this.#held.slice(0, at));
        this.#held = this.#held.slice(at);
        return signals;
      }
      addText(signals, this.#held.slice(0, at));
      const signal = isWhole ? sequence.parse(this.#held.slice(start, end)) : null;
      if (signal !== null) signals.push(signal);
      this.#held = this.#held.slice(isWhole ? end + 1 : start);
    }
    const keep = isEnd ? 0 : this.#beginning();
    addText(signals, this.#held.slice(0, this.#held.length - keep));
    this.#held = this.#held.slice(this.#held.length - keep);
    return signals;
  }

  #first(): { at: number; sequence: Sequence } | null {
    let first: { at: number; sequence: Sequence } | null = null;
    for (const sequence of this.#sequences) {
      const at = this.#held.indexOf(sequence.prefix);
      if (at !== -1 && (first === null || at < first.at)) first = { at, sequence };
    }
    return first;
  }

  /** Length of a possible start of a signal at the end of the chunk. */
  #beginning(): number {
    const begin = this.#held.lastIndexOf('\x1b');
    if (begin === -1) return 0;
    const rest = this.#held.slice(begin);
    return this.#sequences.some(({ prefix }) => prefix.startsWith(rest)) ? rest.length : 0;
  }
}

function parseMarker(body: string): ShellSignal | null {
  if (body === '!') return { type: 'begun' };
  if (body === '&') return { type: 'jobs-left' };
  const directory = body.slice(1);
  const isPath = body.startsWith('=/') && !/[\u0000-\u001f]/.test(directory);
  return isPath ? { type: 'directory', directory } : null;
}

function addText(signals: ShellSignal[], text: string): void {
  if (text === '') return;
  const last = signals.at(-1);
  if (last?.type === 'text') last.text += text;
  else signals.push({ type: 'text', text });
}
