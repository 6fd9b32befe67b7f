import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConversationRow } from './conversation-rows.ts';
import { blocksOf } from './row-blocks.ts';

/** Makes a conversation with the given number of rows after each of the user's messages. */
function conversationOf(turns: readonly number[]): ConversationRow[] {
  return turns.flatMap((steps, turn): ConversationRow[] => [
    { kind: 'user', key: `user-${turn}`, messageId: `user-${turn}`, text: 'Do it', attachments: [], images: [] },
    ...Array.from(
      { length: steps },
      (_, step): ConversationRow => ({ kind: 'text', key: `text-${turn}-${step}`, text: 'Done', isLive: false }),
    ),
  ]);
}
const turnsArbitrary = fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 30 });
const keysOf = (rows: readonly ConversationRow[]) => rows.map(({ key }) => key);

describe('the blocks of a conversation', () => {
  it('hold all rows in their order, few each, under keys of their own', () => {
    fc.assert(
      fc.property(turnsArbitrary, (turns) => {
        const rows = conversationOf(turns);
        const blocks = blocksOf(rows);
        expect(keysOf(blocks.flatMap((block) => block.rows))).toEqual(keysOf(rows));
        expect(new Set(blocks.map(({ key }) => key)).size).toBe(blocks.length);
        for (const block of blocks) expect(block.rows.length).toBeLessThanOrEqual(32);
      }),
    );
  });

  it('stay as they are when the conversation grows', () => {
    fc.assert(
      fc.property(turnsArbitrary, fc.integer({ min: 1, max: 60 }), (turns, more) => {
        const before = blocksOf(conversationOf(turns));
        const after = blocksOf(conversationOf([...turns, more]));
        expect(after.slice(0, before.length).map(({ key }) => key)).toEqual(before.map(({ key }) => key));
        for (const [index, block] of before.slice(0, -1).entries()) expect(keysOf(after[index]?.rows ?? [])).toEqual(keysOf(block.rows));
      }),
    );
  });

  it('keep the keys of other turns when the steps of one fold', () => {
    fc.assert(
      fc.property(turnsArbitrary, fc.nat(), fc.integer({ min: 0, max: 90 }), (turns, which, left) => {
        const folded = turns.map((steps, turn) => (turn === which % turns.length ? left : steps));
        const keyOfTurn = (all: readonly number[]) =>
          new Map(blocksOf(conversationOf(all)).flatMap((block) => block.rows.map((row) => [row.key, block.key.split('#')[0]])));
        const before = keyOfTurn(turns);
        for (const [row, key] of keyOfTurn(folded)) if (before.has(row)) expect(key).toBe(before.get(row));
      }),
    );
  });
});
