import type { FileChange } from '../../machine/machine.ts';

/** Long enough to join the bursts of an editor or an installer, too short to be noticed. */
const DELAY_MILLISECONDS = 10;
/** Beyond this, a client that does not process changes gets one of the folder as a whole. */
const MOST_WAITING = 20_000;

/** Joins equal changes of a short time, and sends the next ones only when the client has processed the last ones. */
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

  /** The client has processed what was sent. */
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
