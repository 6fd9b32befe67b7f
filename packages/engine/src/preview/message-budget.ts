/** How many messages a page may report; users do not read more. */
export const MESSAGES_PER_SECOND = 40;
/** How many of them may be logs, so that a page that logs a lot leaves room for its errors. */
export const LOGS_PER_SECOND = 20;

/** Allows at most `perSecond` messages per second; the rest is dropped, so that a page that logs in a loop cannot block the app. */
export class MessageBudget {
  #left: number;
  #since = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly perSecond: number,
    /** Returns milliseconds. */
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
