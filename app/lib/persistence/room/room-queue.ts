import { isStorageFull } from '../../protocol/error-message.ts';

interface Waiting {
  /** Returns whether the write is finished: it succeeded, or failed for another reason. */
  tryAgain(): Promise<boolean>;
  giveUp(): void;
}

/** Writes that wait for storage, in order. */
export class RoomQueue {
  readonly #onFull: () => void;
  #waiting: Waiting[] = [];
  #isOpen = true;

  constructor(onFull: () => void) {
    this.#onFull = onFull;
  }

  /** Whether writes are waiting; a new write would have to wait too. */
  get hasWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Resolves when it has been written, however long there is no room; rejects on any other error, or when waiting is given up. */
  async write<Result>(attempt: () => Promise<Result>): Promise<Result> {
    try {
      return await attempt();
    } catch (error) {
      if (!isStorageFull(error)) throw error;
      this.#onFull();
      if (!this.#isOpen) throw error;
      return new Promise((resolve, reject) => {
        const settle = async () => {
          try {
            resolve(await attempt());
          } catch (again) {
            if (isStorageFull(again)) return false;
            reject(again);
          }
          return true;
        };
        this.#waiting.push({ tryAgain: settle, giveUp: () => reject(error) });
      });
    }
  }

  /** Tries the waiting writes one by one. Rejects if there is still no room for one of them. */
  async tryAgain(): Promise<void> {
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      const isOver = await first.tryAgain();
      if (!isOver) throw new DOMException('', 'QuotaExceededError');
      this.#waiting = this.#waiting.filter((waiting) => waiting !== first);
    }
  }

  /** Until it is opened again nothing waits: waiting writes reject, and so do new ones without room. */
  close(): void {
    this.#isOpen = false;
    const given = this.#waiting;
    this.#waiting = [];
    for (const waiting of given) waiting.giveUp();
  }

  open(): void {
    this.#isOpen = true;
  }
}
