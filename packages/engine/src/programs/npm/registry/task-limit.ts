/** Runs at most a fixed number of tasks at a time; the others wait in order of arrival. */
export class TaskLimit {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(private readonly limit: number) {}

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.limit) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      // The slot is passed on directly, so that no other task can take it in between.
      if (next) next();
      else this.#running -= 1;
    }
  }
}
