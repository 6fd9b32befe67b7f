import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editsBetween } from './edits-between.ts';

function applied(text: string, edits: ReturnType<typeof editsBetween>): string {
  return edits.reduceRight((done, { from, to, insert }) => done.slice(0, from) + insert + done.slice(to), text);
}

test('the edits turn one text into the other, in order and apart', () => {
  const text = fc.array(fc.constantFrom('a', 'b c', ' ', '\n', '  ', '();')).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const edits = editsBetween(before, after);
      expect(applied(before, edits)).toBe(after);
      expect(edits.every(({ from }, index) => index === 0 || from > (edits[index - 1]?.to ?? 0))).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test('what is the same stays as it is', () => {
  const before = 'const a  =  1;\nkeep(this);\nlet b=2;\n';
  expect(editsBetween(before, before)).toEqual([]);
  const edits = editsBetween(before, 'const a = 1;\nkeep(this);\nlet b = 2;\n');
  const line = before.indexOf('keep');
  expect(edits.length).toBeGreaterThan(1);
  expect(edits.some(({ from, to }) => from < line + 'keep(this);'.length && to > line)).toBe(false);
});
