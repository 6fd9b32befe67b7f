import { expect, test } from 'vitest';
import { runsOf } from './marked-text.ts';

const seen = (text: string, parts: { from: number; to: number }[], start = 0, end = text.length) =>
  runsOf(text, parts, start, end).map(({ text: run, isMarked, isLines }) => [
    run,
    isMarked ? 'marked' : 'plain',
    isLines ? 'lines' : 'words',
  ]);

test('a text comes in runs, marked and not, that say whether they are whole lines', () => {
  expect(seen('a\nbad\nc', [{ from: 2, to: 6 }])).toEqual([
    ['a\n', 'plain', 'lines'],
    ['bad\n', 'marked', 'lines'],
    ['c', 'plain', 'lines'],
  ]);
  expect(seen('name: bad', [{ from: 6, to: 9 }])).toEqual([
    ['name: ', 'plain', 'words'],
    ['bad', 'marked', 'words'],
  ]);
});

test('only what is shown comes, and parts outside of it are none', () => {
  expect(seen('one\ntwo\nthree', [{ from: 0, to: 8 }], 4, 13)).toEqual([
    ['two\n', 'marked', 'lines'],
    ['three', 'plain', 'lines'],
  ]);
  expect(seen('one', [{ from: 5, to: 9 }])).toEqual([['one', 'plain', 'lines']]);
});
