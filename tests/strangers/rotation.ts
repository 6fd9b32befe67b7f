import { isMeasure } from './classify.ts';
import type { Results } from './results.ts';
import type { Stranger } from './stranger.ts';

/** Returns the projects for the rotation: quick ones that are known to work on native Node. */
export function rotated(strangers: readonly Stranger[], known: Results): Stranger[] {
  return strangers.filter(({ isQuick, name }) => {
    const native = known[name]?.native;
    return isQuick === true && native !== undefined && isMeasure(native.steps);
  });
}

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Returns `count` of the items, different ones every day, so that all have their turn. */
export function rotation<Item>(items: readonly Item[], count: number, now: Date): Item[] {
  const day = Math.floor(now.getTime() / DAY_MILLISECONDS);
  const taken = Math.min(count, items.length);
  return Array.from({ length: taken }, (_, index) => items[(day * taken + index) % items.length] as Item); // The index is less than the length.
}
