import { expect, test } from 'vitest';
import { fileDiff, shownHunks } from './shown-hunks.ts';

const shown = (before: string, after: string) =>
  shownHunks(before, after).map(({ lines }) => lines.map(({ sign, number, text }) => `${sign}${number} ${text}`));

test('each hunk is shown with two unchanged lines around, numbered where they are', () => {
  const lines = Array.from({ length: 12 }, (_, index) => `l${index + 1}`);
  const after = lines.toSpliced(9, 1, 'ten').toSpliced(1, 1, 'two', 'and more');
  expect(shown(lines.join('\n'), after.join('\n'))).toEqual([
    [' 1 l1', '-2 l2', '+2 two', '+3 and more', ' 4 l3', ' 5 l4'],
    [' 9 l8', ' 10 l9', '-10 l10', '+11 ten', ' 12 l11', ' 13 l12'],
  ]);
});

test('a line between two hunks is shown once, and one within a hunk as unchanged', () => {
  expect(shown('a\n1\n2\n3\nb\n', 'A\n1\n2\n3\nB\n')).toEqual([
    ['-1 a', '+1 A', ' 2 1', ' 3 2'],
    [' 4 3', '-5 b', '+5 B'],
  ]);
  expect(shown('a\n1\nb\n', 'A\n1\nB\n')).toEqual([['-1 a', '+1 A', ' 2 1', '-3 b', '+3 B']]);
});

test('where only line ends change they are shown', () => {
  expect(shown('a\r\n', 'a\n')).toEqual([['-1 a␍␊', '+1 a␊']]);
  expect(shown('a\r\nb', 'a\r\nb\n')).toEqual([[' 1 a', '-2 b', '+2 b␊']]);
});

test('what is kept of a long change is its beginning, with all of it counted and what is missing said', () => {
  const before = Array.from({ length: 400 }, (_, index) => `${index}`).join('\n');
  const after = Array.from({ length: 400 }, (_, index) => (index === 399 ? 'x'.repeat(1_000) : `${index}!`)).join('\n');
  const { added, removed, hunks, leftOut } = fileDiff(before, after);
  const kept = hunks.flatMap(({ lines }) => lines);
  expect({ added, removed, leftOut }).toEqual({ added: 400, removed: 400, leftOut: 640 });
  expect(kept).toHaveLength(160);
  expect(fileDiff('a', 'x'.repeat(1_000)).hunks[0]?.lines.at(-1)?.text).toHaveLength(301);
});
