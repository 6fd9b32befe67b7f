import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visibleName } from './visible-name.ts';

test.each([
  ['src/App.tsx', 'src/App.tsx'],
  ['été 日本.md', 'été 日本.md'],
  ['emoji 👩‍👩‍👧 ❤️‍🔥.md', 'emoji 👩‍👩‍👧 ❤️‍🔥.md'],
  ['rtl\u202egnp.exe', 'rtl‹U+202E›gnp.exe'],
  ['zero\u200bwidth', 'zero‹U+200B›width'],
  ['joined\u200dletters', 'joined‹U+200D›letters'],
  ['new\nline', 'new‹U+000A›line'],
  ['half \ud83d', 'half ‹U+D83D›'],
  ['tag\u{e0041}', 'tag‹U+E0041›'],
])('%j is shown as %j', (name, shown) => {
  expect(visibleName(name)).toBe(shown);
});

test('no name shows a character that hides or turns the reading', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (name) => {
      expect(visibleName(name)).not.toMatch(/[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u);
    }),
  );
});
