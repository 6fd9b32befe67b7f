/** What a page may report; more is more than anybody reads. */
export const MESSAGES_PER_SECOND = 40;
/** Of those, what may be logs: a page that logs much leaves room for its errors. */
export const LOGS_PER_SECOND = 20;

/** At most `perSecond` messages a second; the rest is dropped. A page that logs in a loop must not keep the app from its work. */
export class MessageBudget {
  #left: number;
  #since = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly perSecond: number,
    /** Milliseconds. */
    private readonly now: () => number,
  ) {
    this.#left = perSecond;
  }

  take(): boolean {
    const now = this.now();
    if (now - this.#since >= 1_000) {
      this.#since = now;
      this.#left = this.perSecond;
    }
    if (this.#left === 0) return false;
    this.#left--;
    return true;
  }
}
