/**
 * Runs calls that only read in parallel, and keeps each call that changes something in order with all others: a client
 * may write a file and read it without waiting in between.
 */
export class CallOrder {
  #lastChange: Promise<unknown> = Promise.resolve();
  readonly #reads = new Set<Promise<unknown>>();

  run<Result>(isChange: boolean, work: () => Promise<Result>): Promise<Result> {
    const before = isChange ? Promise.allSettled([this.#lastChange, ...this.#reads]) : Promise.allSettled([this.#lastChange]);
    const running = before.then(work);
    if (isChange) this.#lastChange = running;
    else {
      this.#reads.add(running);
      const forget = (): void => void this.#reads.delete(running);
      running.then(forget, forget);
    }
    return running;
  }
}
