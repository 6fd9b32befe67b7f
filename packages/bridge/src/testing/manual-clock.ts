/** A clock that moves when a test says so. */
export class ManualClock {
  readonly #waiting = new Set<{ at: number; work: () => void }>();
  #now = 0;

  readonly later = (work: () => void, milliseconds: number): (() => void) => {
    const entry = { at: this.#now + milliseconds, work };
    this.#waiting.add(entry);
    return () => void this.#waiting.delete(entry);
  };

  advance(milliseconds: number): void {
    this.#now += milliseconds;
    for (const entry of [...this.#waiting].sort((left, right) => left.at - right.at)) {
      if (entry.at <= this.#now && this.#waiting.delete(entry)) entry.work();
    }
  }
}
