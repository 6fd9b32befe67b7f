/** Time that passes only when told. */
export class ManualClock {
  #time = 1_700_000_000_000;
  #timers: { at: number; run: () => void }[] = [];

  now(): number {
    return this.#time;
  }

  /** A function of its own, for ports that are made of functions. */
  readonly later = (run: () => void, milliseconds: number): (() => void) => {
    const timer = { at: this.#time + milliseconds, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };

  get waiting(): number {
    return this.#timers.length;
  }

  isDueWithin(milliseconds: number): boolean {
    return this.#timers.some(({ at }) => at <= this.#time + milliseconds);
  }

  advance(milliseconds: number): void {
    const end = this.#time + milliseconds;
    for (;;) {
      const [next] = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#timers = this.#timers.filter((other) => other !== next);
      this.#time = next.at;
      next.run();
    }
    this.#time = end;
  }
}
