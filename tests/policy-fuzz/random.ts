/** A seeded random generator: the same seed gives the same choices on every machine. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a separate generator for one command, so that it can be reproduced without the earlier ones. */
  static of(seed: number, index: number): Random {
    const random = new Random(Math.imul(seed + 0x9e37, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35));
    random.next();
    return random;
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive), by mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError('Nothing to pick from.');
    return item;
  }

  weighted<Item>(items: readonly (readonly [weight: number, item: Item])[]): Item {
    let at = this.next() * items.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, item] of items) {
      at -= weight;
      if (at < 0) return item;
    }
    return this.pick(items)[1];
  }

  times<Item>(count: number, make: () => Item): Item[] {
    return Array.from({ length: count }, make);
  }
}
