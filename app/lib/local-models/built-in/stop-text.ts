/** Passes text up to the first of `stops`, and holds back a possible beginning of one until that is certain. */
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

  /** Returns the text that was held back but is not a stop. */
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
