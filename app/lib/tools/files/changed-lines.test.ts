import { expect, test } from 'vitest';
import { changedLines } from './changed-lines.ts';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`);
const textOf = (all: readonly string[]) => `${all.join('\n')}\n`;

test('a change is shown with the line above and below, two of them with a sign of what is between', () => {
  const after = lines(30);
  after[9] = 'ten';
  after[19] = 'twenty';
  expect(changedLines(textOf(lines(30)), textOf(after))).toBe('9\tline 9\n10\tten\n11\tline 11\n…\n19\tline 19\n20\ttwenty\n21\tline 21');
});

test('of a long change the first lines are shown and where it ends, for the model has just written it', () => {
  const after = [...lines(10).slice(0, 5), ...Array.from({ length: 20 }, (_, index) => `new ${index}`), ...lines(10).slice(5)];
  const shown = changedLines(textOf(lines(10)), textOf(after)).split('\n');
  expect(shown).toEqual(['5\tline 5', ...Array.from({ length: 7 }, (_, index) => `${6 + index}\tnew ${index}`), '… to line 26']);
});

test('one line more than that is shown, and neighbouring places follow without a sign', () => {
  const after = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'line 1', 'line 2', 'line 3', 'd', 'line 5'];
  const shown = changedLines(textOf(lines(5)), textOf(after));
  expect(shown).toBe('1\ta\n2\tb\n3\tc\n4\td\n5\te\n6\tf\n7\tg\n8\th\n9\tline 1\n…\n11\tline 3\n12\td\n13\tline 5');
});
