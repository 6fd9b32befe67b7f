import { expect, it } from 'vitest';
import { splitString } from './split-string.ts';

const env = new Map([['X', 'a b']]);

/** The words into which GNU env 9.1 splits each text; `env -S` itself has recorded cases. */
it.each([
  ['node --flag', ['node', '--flag']],
  ['  a\t b\n', ['a', 'b']],
  ['"a b" \'c d\' "" e"f"g', ['a b', 'c d', '', 'efg']],
  ['a\\_b "a\\_b"', ['a', 'b', 'a b']],
  ['a#b # rest', ['a#b']],
  ['a\\cb c', ['a']],
  [`'a\\nb' "a\\nb" '\\''`, ['a\\nb', 'a\nb', "'"]],
  ['${X} "${X}" x${X} ${Y} "${Y}"', ['a b', 'a b', 'xa b', '']],
  ['', []],
])('%j', (text, words) => {
  expect(splitString(text, env)).toEqual(words);
});

it.each([
  ['"a', 'no terminating quote in -S string'],
  ['a\\', 'invalid backslash at end of string in -S'],
  ['\\x', "invalid sequence '\\x' in -S"],
  ['$X', 'only ${VARNAME} expansion is supported, error at: $X'],
  ['"\\c"', "'\\c' must not appear in double-quoted -S string"],
])('%j is refused', (text, message) => {
  expect(() => splitString(text, env)).toThrow(message);
});
