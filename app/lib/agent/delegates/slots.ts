import { StoppedError } from '../contract/errors.ts';
import { raceStop } from '../contract/race-stop.ts';

/** Limits concurrency; waiting callers are served in order of arrival. */
export class Slots {
  #free: number;
  readonly #queue: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** Resolves with a function that releases the slot. Rejects with a `StoppedError`. */
  async take(signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw new StoppedError();
    if (this.#free > 0) this.#free--;
    else await this.#turn(signal);
    return () => this.#giveBack();
  }

  async #turn(signal: AbortSignal): Promise<void> {
    let call: () => void = () => undefined;
    const turn = new Promise<void>((resolve) => {
      call = resolve;
    });
    this.#queue.push(call);
    try {
      await raceStop(turn, signal);
    } catch (error) {
      const place = this.#queue.indexOf(call);
      if (place === -1) this.#giveBack();
      else this.#queue.splice(place, 1);
      throw error;
    }
  }

  #giveBack(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#free++;
    else next();
  }
}
