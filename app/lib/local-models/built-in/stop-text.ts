/** Lets text pass up to the first of `stops`; what may be the beginning of one is held back until that is known. */
export class StopText {
  readonly #stops: readonly string[];
  readonly #longest: number;
  #held = '';

  constructor(stops: readonly string[]) {
    this.#stops = stops.filter((stop) => stop !== '');
    this.#longest = Math.max(0, ...this.#stops.map(({ length }) => length));
  }

  push(piece: string): { text: string; isStopped: boolean } {
    const whole = this.#held + piece;
    const places = this.#stops.map((stop) => whole.indexOf(stop)).filter((place) => place >= 0);
    if (places.length > 0) {
      this.#held = '';
      return { text: whole.slice(0, Math.min(...places)), isStopped: true };
    }
    const from = this.#heldFrom(whole);
    this.#held = whole.slice(from);
    return { text: whole.slice(0, from), isStopped: false };
  }

  /** What was held back and is no stop after all. */
  end(): string {
    const held = this.#held;
    this.#held = '';
    return held;
  }

  #heldFrom(whole: string): number {
    for (let from = Math.max(0, whole.length - this.#longest + 1); from < whole.length; from++) {
      const rest = whole.slice(from);
      if (this.#stops.some((stop) => stop.startsWith(rest))) return from;
    }
    return whole.length;
  }
}
