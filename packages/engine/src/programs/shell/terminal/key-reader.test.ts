import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readKeys } from './key-reader.ts';

/** Returns the typed text when the input arrives in pieces. */
function typed(...pieces: string[]): string {
  let rest = '';
  let text = '';
  for (const piece of pieces) {
    const read = readKeys(rest + piece);
    rest = read.rest;
    for (const { key } of read.keys) if (key.type === 'text') text += key.text;
  }
  return text;
}

test.each([
  ['a report of the mouse', '\x1b[<35;20;10M'],
  ['a report of the focus', '\x1b[I'],
  ['an answer of the terminal', '\x1b[>0;276;0c'],
  ['an end of a paste', '\x1b[201~'],
  ['two escapes', '\x1b\x1b[A'],
])('%s types nothing and holds back nothing', (_name, sequence) => {
  expect(typed(sequence, 'echo')).toBe('echo');
});

test('a sequence that comes in two halves is one', () => {
  expect(typed('\x1b', '[A', 'x')).toBe('x');
  expect(typed('\x1b[<35;2', '0;10M', 'x')).toBe('x');
  expect(
    readKeys('\x1b[1;')
      .keys.concat(readKeys('\x1b[1;5C').keys)
      .map(({ key }) => key),
  ).toEqual([{ type: 'control', name: 'word-right' }]);
});

test('whatever was typed before, a line that is typed then is read', () => {
  const noise = fc.array(
    fc.oneof(fc.constantFrom('\x1b', '[', 'O', '<', '0', ';', ' ', 'M', '\x9b', '\x00'), fc.string({ maxLength: 3 })),
    {
      maxLength: 60,
    },
  );
  fc.assert(
    fc.property(noise, (pieces) => {
      // An unfinished sequence consumes at most the next letters.
      expect(typed(...pieces, 'zzz', 'the line')).toContain('the line');
    }),
  );
});
