import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fencedPieces } from './fenced-pieces.ts';

test('code between fences is taken out of the words, without the indent of its list', () => {
  expect(fencedPieces('1. `a.ts`, line 3\n\n   ````diff\n   -```\n   +b\n   ````\n\n   Why?')).toEqual([
    { type: 'words', text: '1. `a.ts`, line 3' },
    { type: 'code', info: 'diff', text: '-```\n+b' },
    { type: 'words', text: '   Why?' },
  ]);
});

test('a fence that nothing closes, and backticks within a line, are words', () => {
  for (const text of ['Look:\n```js\nconst a = 1;', 'use ```x``` here', '```a`b\n```']) {
    expect(fencedPieces(text)).toEqual([{ type: 'words', text }]);
  }
});

test('no line of a message is lost', () => {
  const line = fc.oneof(fc.constantFrom('```', '````', '~~~', '  ```ts', 'word', ''), fc.string());
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (given) => {
      const shown = fencedPieces(given.join('\n')).flatMap(({ text }) => text.split('\n').map((each) => each.trim()));
      const words = given.filter((each) => each.trim() !== '' && !/^ *(?:```|~~~)/.test(each));
      for (const word of words.flatMap((each) => each.split('\n'))) expect(shown).toContain(word.trim());
    }),
  );
});
