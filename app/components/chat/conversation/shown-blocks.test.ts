import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LONGEST_END, shownBlocks } from './shown-blocks.ts';

it('shows all of an answer that is no longer than both ends', () => {
  expect(shownBlocks(['a', 'b'], 2)).toEqual({ first: 2, last: 2, hidden: 0 });
});

it('leaves out the middle of a long answer, and says how much', () => {
  const blocks = Array.from({ length: 1_000 }, () => 'x'.repeat(1_000));
  expect(shownBlocks(blocks, 1_000_000)).toEqual({ first: 100, last: 900, hidden: 800_000 });
});

it('shows each block once or counts it as hidden, whatever their lengths are', () => {
  const lengths = fc.array(fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 50_000, max: 150_000 })), { maxLength: 12 });
  fc.assert(
    fc.property(lengths, (all) => {
      const blocks = all.map((length) => 'x'.repeat(length));
      const total = all.reduce((sum, length) => sum + length, 0);
      const { first, last, hidden } = shownBlocks(blocks, total);
      expect(first).toBeLessThanOrEqual(last);
      expect(all.slice(first, last).reduce((sum, length) => sum + length, 0)).toBe(hidden);
      if (total <= 2 * LONGEST_END) expect(hidden).toBe(0);
    }),
  );
});
