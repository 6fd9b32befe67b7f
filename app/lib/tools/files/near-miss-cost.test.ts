import { expect, test } from 'vitest';
import { stepsOf } from '../../../../tests/setup/steps-of.ts';
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
  expect(stepsOf(() => applyEditsAsMeant(content, [{ find, replace: 'x', all }]))).toBeLessThan(40 * content.length);
});

test('a hundred edits that each need another look do not look at a large file a hundred times', () => {
  const edits = Array.from({ length: 100 }, (_, index) => ({ find: `"${index}"`, replace: `"${index}."` }));
  const content = `${edits.map((_, index) => `“${index}”\n`).join('')}${many('ä b = 1;\n')}`;
  expect(stepsOf(() => applyEditsAsMeant(content, edits))).toBeLessThan(90 * content.length);
  const small = applyEditsAsMeant(content.slice(0, 5_000), edits);
  expect([small.outcome.ok, small.notes.length]).toEqual([true, 100]);
});

test('the count of steps sees a look at all of the text for each of its lines', () => {
  const text = many('a\n').slice(0, 20_000);
  const perLine = () => text.split('\n').map(() => text.indexOf('b'));
  expect(stepsOf(perLine)).toBeGreaterThan(40 * text.length);
});
