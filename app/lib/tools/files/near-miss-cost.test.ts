import { expect, test } from 'vitest';
import { costOf } from '../../../../tests/setup/cost-of.ts';
import { applyEditsAsMeant } from './near-miss.ts';

const MEGABYTE = 1_000_000;
const many = (text: string) => text.repeat(MEGABYTE / text.length);

test.each<[name: string, content: string, find: string, all: boolean]>([
  ['quotation marks alone', many('‘'), "'".repeat(1_000), false],
  ['quotation marks alone, for all of them', many('‘'), "'".repeat(1_000), true],
  ['two spellings in turn', many('“"„"'), '""'.repeat(500), true],
  ['lines that are all alike', many('a\n'), `${'a\n'.repeat(2_000)}b`, false],
  ['lines alike but for their depth', many('a\n a\n'), `${' a\n  a\n'.repeat(1_000)}  a`, false],
  ['letters with marks', many('ä b = 1;\n'), 'a b = "2";\\\\', false],
])('to look for a search among %s is no more work than the file is long', (_name, content, find, all) => {
  expect(costOf(() => applyEditsAsMeant(content, [{ find, replace: 'x', all }]))).toBeLessThan(120);
});

test('a hundred edits that each need another look do not look at a large file a hundred times', () => {
  const edits = Array.from({ length: 100 }, (_, index) => ({ find: `"${index}"`, replace: `"${index}."` }));
  const content = `${edits.map((_, index) => `“${index}”\n`).join('')}${many('ä b = 1;\n')}`;
  expect(costOf(() => applyEditsAsMeant(content, edits))).toBeLessThan(400);
  const small = applyEditsAsMeant(content.slice(0, 5_000), edits);
  expect([small.outcome.ok, small.notes.length]).toEqual([true, 100]);
});
