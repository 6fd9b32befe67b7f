/**
 * The parts of a very long response that are rendered: its beginning and its end. A response may have 32 MB; the browser lays out only a
 * few hundred thousand characters without a noticeable delay.
 */
export interface ShownBlocks {
  /** Number of blocks shown from the first one on. */
  first: number;
  /** Index of the first block of the shown end; equals `first` if nothing is hidden. */
  last: number;
  /** Number of characters between them. */
  hidden: number;
}

/** Characters shown at each end. */
export const LONGEST_END = 100_000;

/** Reads only the blocks that it shows. `total` is the number of characters of all blocks. */
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
