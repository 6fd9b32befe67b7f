import { expect, test } from 'vitest';
import { toldNumber, toldTokensSchema } from './told-number.ts';

test.each([
  [12, 12],
  ['12', 12],
  [' 12.5 ', 12.5],
  ['', null],
  ['12k', null],
  ['0x10', null],
  [Number.NaN, null],
  [true, null],
  [null, null],
  [{}, null],
])('%j is the number %j', (told, number) => {
  expect(toldNumber(told)).toBe(number);
});

test('tokens that a list tells are whole and more than none, or not known', () => {
  expect(['8192', 8192, 0, '1.5', 'many', null, undefined].map((told) => toldTokensSchema.parse(told))).toEqual([
    8192,
    8192,
    ...Array.from({ length: 5 }, () => undefined),
  ]);
});
