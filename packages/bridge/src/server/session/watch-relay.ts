import type { FileChange } from '../../machine/machine.ts';

/** Long enough to combine an editor's or installer's burst of changes, too short to be noticed. */
const DELAY_MILLISECONDS = 10;
/** If a client leaves more changes than this unprocessed, it gets a single change of the whole folder. */
const MOST_WAITING = 20_000;

/**
 * Combines equal changes within a short time, and sends the next ones only when the client has processed the last ones.
 */
export class WatchRelay {
  readonly #send: (changes: FileChange[]) => void;
  readonly #later: (work: () => void, milliseconds: number) => () => void;
  readonly #waiting = new Map<string, FileChange>();
  #isBusy = false;
  #isClosed = false;

  constructor(send: (changes: FileChange[]) => void, later: (work: () => void, milliseconds: number) => () => void) {
    this.#send = send;
    this.#later = later;
  }

  push(change: FileChange): void {
    if (this.#isClosed) return;
    if (this.#waiting.size >= MOST_WAITING) {
      this.#waiting.clear();
      this.#waiting.set('all', { event: 'rename', name: '.' });
    }
    this.#waiting.set(`${change.event} ${change.name}`, change);
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#later(() => this.#flush(), DELAY_MILLISECONDS);
  }

  /** Must be called when the client has processed the changes that were sent. */
  confirm(): void {
    this.#flush();
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting.clear();
  }

  #flush(): void {
    if (this.#isClosed) return;
    this.#isBusy = this.#waiting.size > 0;
    if (!this.#isBusy) return;
    const changes = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#send(changes);
  }
}
