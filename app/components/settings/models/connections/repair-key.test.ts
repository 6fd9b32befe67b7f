import { expect, it } from 'vitest';
import { repairKey } from './repair-key.ts';

it.each([
  ['sk-abc', 'sk-abc', null],
  [' sk-abc\n', 'sk-abc', 'blanks'],
  ['"sk-abc"', 'sk-abc', 'quotes'],
  ['Bearer sk-abc', 'sk-abc', '“Bearer”'],
  ["export OPENAI_API_KEY='sk-abc'", 'sk-abc', 'the name of a variable and quotes'],
  [' "Bearer sk-abc" ', 'sk-abc', 'blanks and quotes and “Bearer”'],
  ['AKIA=abc==', 'abc==', 'the name of a variable'],
  ['abc==', 'abc==', null],
  ['', '', null],
])('a key pasted as %j is %j', (pasted, key, removed) => {
  expect(repairKey(pasted)).toEqual({ key, removed });
});
