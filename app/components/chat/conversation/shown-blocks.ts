/**
 * What of a very long answer is put into the page: its beginning and its end. An answer may have 32 MB, and the browser lays out a
 * few hundred thousand characters before its user has to wait.
 */
export interface ShownBlocks {
  /** Blocks from the first one on. */
  first: number;
  /** Index of the block from which on all are shown; `first` where nothing is left out. */
  last: number;
  /** Characters between them. */
  hidden: number;
}

/** Characters of each end. */
export const LONGEST_END = 100_000;

/** Reads no more blocks than it shows. `total`: characters of all. */
export function shownBlocks(blocks: readonly string[], total: number): ShownBlocks {
  if (total <= 2 * LONGEST_END) return { first: blocks.length, last: blocks.length, hidden: 0 };
  let first = 0;
  let shown = 0;
  for (; first < blocks.length && shown < LONGEST_END; first += 1) shown += blocks[first]?.length ?? 0;
  let last = blocks.length;
  for (let tail = 0; last > first && tail < LONGEST_END; last -= 1) {
    const { length } = blocks[last - 1] ?? '';
    tail += length;
    shown += length;
  }
  return { first, last, hidden: last === first ? 0 : total - shown };
}
