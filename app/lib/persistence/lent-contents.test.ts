import { expect, test } from 'vitest';
import type { ContentHash } from '../protocol/ids.ts';
import { createLentContents } from './lent-contents.ts';

const hashOf = (digit: string) => digit.repeat(64) as ContentHash;
const bytes = (size: number) => new Uint8Array(size);

test('what is lent is there until it is taken back, and no more of it than the page can hold', () => {
  const lent = createLentContents(10);
  lent.lend([
    [hashOf('1'), bytes(6)],
    [hashOf('2'), bytes(6)],
    [hashOf('3'), bytes(4)],
  ]);
  const sizes = () => ['1', '2', '3'].map((digit) => lent.get(hashOf(digit))?.byteLength);
  expect(sizes()).toEqual([6, undefined, 4]);
  lent.takeBack();
  expect(sizes()).toEqual([undefined, undefined, undefined]);
  lent.lend([[hashOf('2'), bytes(10)]]);
  expect(sizes()).toEqual([undefined, 10, undefined]);
});
