import type { ConversationRow } from './conversation-rows.ts';

/** Rows that are mounted and unmounted together. */
export interface RowBlock {
  /** Stays the same while the conversation grows and its steps fold, so that opened parts of a row stay open. */
  key: string;
  rows: readonly ConversationRow[];
}

/** A turn is a user's message and the rows after it. */
const TURNS_OF_BLOCK = 4;
const MOST_ROWS = 32;

/** Splits the rows at turns, whose number never changes, and very long groups after a fixed number of rows. */
export function blocksOf(rows: readonly ConversationRow[]): RowBlock[] {
  const blocks: RowBlock[] = [];
  let group: ConversationRow[] = [];
  let turns = 0;
  function flush() {
    const first = group[0];
    if (first === undefined) return;
    for (let start = 0; start < group.length; start += MOST_ROWS) {
      blocks.push({ key: `${first.key}#${start / MOST_ROWS}`, rows: group.slice(start, start + MOST_ROWS) });
    }
    group = [];
    turns = 0;
  }
  for (const row of rows) {
    if (row.kind === 'user') {
      if (turns === TURNS_OF_BLOCK) flush();
      turns += 1;
    }
    group.push(row);
  }
  flush();
  return blocks;
}
