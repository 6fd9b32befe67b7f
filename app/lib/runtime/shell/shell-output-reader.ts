import { parseTerminalNote, type TerminalNote, terminalNotePrefix } from 'devonz-engine-protocol/terminal-note';

/** What the output of a command's shell is made of. */
export type ShellSignal =
  | { type: 'text'; text: string }
  /** The shell runs: it has read its script. */
  | { type: 'begun' }
  /** The script is at its end, in this folder. */
  | { type: 'directory'; directory: string }
  /** The script is at its end, but what it started with `&` is not. */
  | { type: 'jobs-left' }
  | TerminalNote;

interface Sequence {
  prefix: string;
  /** Longest text before the BEL that ends it; what is longer was written by somebody else. */
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
 * Takes a shell's own signals out of its output, wherever the chunks are cut, and hands on the rest as it was. The command itself
 * may print the marker (`trap -p` shows it): all it gains is a directory, which `cd` would give it too. It must not gain that output is
 * held back without end.
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

  /** The output is at its end: gives what was held back. */
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

  /** Length of what may be a sequence's beginning, cut by the chunk's border. */
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
