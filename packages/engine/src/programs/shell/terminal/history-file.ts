import { OpenFlag } from '../../../abi/system-calls.ts';
import type { Execution } from '../language/state/execution.ts';
import { resolvePath } from '../text/resolve-path.ts';

/** The number of entries kept. */
const LONGEST = 1000;

/** Replaces newlines inside an entry, so that each entry is one line of the file. */
const LINE_MARK = '\u2028';

/** `~/.jsh_history`: the lines typed at the prompt, for the next session. Read and write errors are ignored. */
export class HistoryFile {
  readonly #execution: Execution;

  constructor(execution: Execution) {
    this.#execution = execution;
  }

  read(): string[] {
    try {
      const text = new TextDecoder().decode(this.#execution.program.system.sync('readFile', this.#path()));
      const entries = text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => line.replaceAll(LINE_MARK, '\n'));
      if (entries.length > LONGEST * 2) this.#write(entries.slice(-LONGEST), OpenFlag.TRUNCATE);
      return entries.slice(-LONGEST);
    } catch {
      return [];
    }
  }

  append(entry: string): void {
    try {
      this.#write([entry], OpenFlag.APPEND);
    } catch {
      // If the home folder is not writable, the entry lasts as long as the session.
    }
  }

  #write(entries: readonly string[], flag: number): void {
    const text = entries.map((entry) => `${entry.replaceAll('\n', LINE_MARK)}\n`).join('');
    const flags = OpenFlag.WRITE_ONLY | OpenFlag.CREATE | flag;
    this.#execution.program.system.sync('writeFile', this.#path(), new TextEncoder().encode(text), flags, 0o600);
  }

  #path(): string {
    const { variables, cwd } = this.#execution.state;
    return resolvePath(cwd, variables.text('HISTFILE') ?? `${variables.text('HOME') ?? '/'}/.jsh_history`);
  }
}
