import { isMeasure } from './classify.ts';
import type { Results } from './results.ts';
import type { Stranger } from './stranger.ts';

/** Those that are taken in turn: quick, and known to work on native Node. */
export function rotated(strangers: readonly Stranger[], known: Results): Stranger[] {
  return strangers.filter(({ isQuick, name }) => {
    const native = known[name]?.native;
    return isQuick === true && native !== undefined && isMeasure(native.steps);
  });
}

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** `count` of the names, others every day, so that all of them have their turn. */
export function rotation<Item>(items: readonly Item[], count: number, now: Date): Item[] {
  const day = Math.floor(now.getTime() / DAY_MILLISECONDS);
  const taken = Math.min(count, items.length);
  return Array.from({ length: taken }, (_, index) => items[(day * taken + index) % items.length] as Item); // The index is below the length.
}
