/** Lost looks in a row after which it stops. */
const LOSSES = 3;
/** Occasions that are let go before it is tried again. */
const PAUSE = 24;
const MAX_CREDIT = 6;

/**
 * Whether to look for something for some microseconds before sleeping. It saves the wake-up when it comes soon; but where every core
 * is busy it comes only when the looking stops, and all that is gained is time lost: then it pauses.
 */
export class AdaptiveSpin {
  #credit = LOSSES;
  #pause = 0;

  pays(): boolean {
    if (this.#credit > 0) return true;
    this.#pause -= 1;
    if (this.#pause > 0) return false;
    // One try: another loss pauses again.
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
