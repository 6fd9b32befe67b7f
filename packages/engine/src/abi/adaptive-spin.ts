/** The number of consecutive losses after which spinning pauses. */
const LOSSES = 3;
/** The number of opportunities to skip before trying again. */
const PAUSE = 24;
const MAX_CREDIT = 6;

/**
 * Decides whether to poll for some microseconds before sleeping. This saves the wake-up if the event comes soon; but if every core is
 * busy, it comes only once polling stops, which merely loses time, so polling pauses.
 */
export class AdaptiveSpin {
  #credit = LOSSES;
  #pause = 0;

  pays(): boolean {
    if (this.#credit > 0) return true;
    this.#pause -= 1;
    if (this.#pause > 0) return false;
    // A single attempt: another loss pauses again.
    this.#credit = 1;
    return true;
  }

  won(): void {
    this.#credit = Math.min(this.#credit + 1, MAX_CREDIT);
  }

  lost(): void {
    this.#credit -= 1;
    if (this.#credit <= 0) this.#pause = PAUSE;
  }
}
