import { expect, test } from 'vitest';
import { mergeTexts } from './merge-texts.ts';

const base = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', ''].join('\n');

test('changes of different places are both taken', () => {
  const merged = mergeTexts({ base, mine: base.replace('one', 'ONE'), theirs: base.replace('nine', 'NINE') });
  expect(merged).toBe(base.replace('one', 'ONE').replace('nine', 'NINE'));
});

test('of changes to the same line none is chosen', () => {
  expect(mergeTexts({ base, mine: base.replace('two', 'mine'), theirs: base.replace('two', 'theirs') })).toBeNull();
});
