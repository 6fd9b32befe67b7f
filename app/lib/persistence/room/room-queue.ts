import { isStorageFull } from '../../protocol/error-message.ts';

interface Waiting {
  /** Whether it is over: there was room, or it failed for something else. */
  tryAgain(): Promise<boolean>;
  giveUp(): void;
}

/** Writes that the browser had no room for, in their order. */
export class RoomQueue {
  readonly #onFull: () => void;
  #waiting: Waiting[] = [];
  #isOpen = true;

  constructor(onFull: () => void) {
    this.#onFull = onFull;
  }

  /** Something waits: what is written next would, too. */
  get hasWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Resolves when it has been written, however long there is no room; rejects with what else failed, or when waiting is given up. */
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

  /** Writes what waits, one after the other. Rejects when there is still no room for one of them. */
  async tryAgain(): Promise<void> {
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      const isOver = await first.tryAgain();
      if (!isOver) throw new DOMException('', 'QuotaExceededError');
      this.#waiting = this.#waiting.filter((waiting) => waiting !== first);
    }
  }

  /** Nobody waits any more until it is opened: what waits rejects, as does what finds no room. */
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
