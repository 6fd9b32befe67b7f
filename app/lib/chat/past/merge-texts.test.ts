import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeTexts } from './merge-texts.ts';

const lines = (...texts: string[]) => texts.map((text) => `${text}\n`).join('');

test('changes of lines that are apart are both there', () => {
  const base = lines('a', 'b', 'c', 'd');
  expect(mergeTexts(base, lines('a', 'b', 'c', 'D', 'e'), lines('A', 'b', 'c', 'd'))).toEqual({
    type: 'merged',
    text: lines('A', 'b', 'c', 'D', 'e'),
  });
});

test('the same lines in two ways are a conflict that says both, and neighbouring ones too', () => {
  const base = lines('a', 'b', 'c');
  expect(mergeTexts(base, lines('a', 'X', 'c'), lines('a', 'Y', 'c'))).toEqual({
    type: 'conflict',
    conflicts: [{ base: 'b\n', ours: 'X\n', theirs: 'Y\n' }],
    withTheirs: lines('a', 'Y', 'c'),
  });
  expect(mergeTexts(base, lines('X', 'b', 'c'), lines('a', 'Y', 'c')).type).toBe('conflict');
  expect(mergeTexts(base, lines('a', 'b', 'X', 'c'), lines('a', 'b', 'Y', 'c')).type).toBe('conflict');
});

test('the same change on both sides is there once', () => {
  const changed = lines('a', 'X', 'c');
  expect(mergeTexts(lines('a', 'b', 'c'), changed, changed)).toEqual({ type: 'merged', text: changed });
});

test('ends of lines and a missing last one stay as they are', () => {
  const base = 'a\r\nb\r\nc\r\nd';
  expect(mergeTexts(base, 'a\r\nb\r\nc\r\nD', 'A\r\nb\r\nc\r\nd')).toEqual({ type: 'merged', text: 'A\r\nb\r\nc\r\nD' });
});

const text = fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', 'd\n', 'e\n'), { maxLength: 12 });

test('a merge never loses a line that one side has added, and with no change on a side it is the other', () => {
  fc.assert(
    fc.property(text, text, fc.nat(), (base, theirs, place) => {
      const at = place % (base.length + 1);
      const ours = [...base.slice(0, at), 'new\n', ...base.slice(at)].join('');
      const merged = mergeTexts(base.join(''), ours, theirs.join(''));
      if (merged.type === 'merged') expect(merged.text.split('\n')).toContain('new');
      expect(mergeTexts(base.join(''), base.join(''), theirs.join(''))).toEqual({ type: 'merged', text: theirs.join('') });
      expect(mergeTexts(base.join(''), theirs.join(''), base.join(''))).toEqual({ type: 'merged', text: theirs.join('') });
    }),
  );
});
