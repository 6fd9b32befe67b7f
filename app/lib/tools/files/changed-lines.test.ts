import { expect, test } from 'vitest';
import { changedLines } from './changed-lines.ts';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`);
const textOf = (all: readonly string[]) => `${all.join('\n')}\n`;

test('a change is shown with the line above and below, two of them with a sign of what is between', () => {
  const after = lines(30);
  after[9] = 'ten';
  after[19] = 'twenty';
  expect(changedLines(textOf(lines(30)), textOf(after))).toBe('9:line 9\n10:ten\n11:line 11\n…\n19:line 19\n20:twenty\n21:line 21');
});

test('of a long change the first lines are shown and where it ends, for the model has just written it', () => {
  const after = [...lines(10).slice(0, 5), ...Array.from({ length: 20 }, (_, index) => `new ${index}`), ...lines(10).slice(5)];
  const shown = changedLines(textOf(lines(10)), textOf(after)).split('\n');
  expect(shown).toEqual(['5:line 5', ...Array.from({ length: 7 }, (_, index) => `${6 + index}:new ${index}`), '… to line 26']);
});

test('one line more than that is shown, and neighbouring places follow without a sign', () => {
  const after = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'line 1', 'line 2', 'line 3', 'd', 'line 5'];
  const shown = changedLines(textOf(lines(5)), textOf(after));
  expect(shown).toBe('1:a\n2:b\n3:c\n4:d\n5:e\n6:f\n7:g\n8:h\n9:line 1\n…\n11:line 3\n12:d\n13:line 5');
});
