import { expect, test } from 'vitest';
import type { ContentHash } from '../protocol/ids.ts';
import { createRecentContents } from './recent-contents.ts';

const hashOf = (digit: string) => digit.repeat(64) as ContentHash;

test('contents are kept as long as there is room for them, and room is made by all of them', () => {
  const recent = createRecentContents(10);
  recent.keep(hashOf('1'), new Uint8Array(8));
  recent.keep(hashOf('1'), new Uint8Array(8));
  recent.keep(hashOf('2'), new Uint8Array(3));
  recent.keep(hashOf('3'), new Uint8Array(2));
  expect(['1', '2', '3'].map((digit) => recent.get(hashOf(digit))?.byteLength)).toEqual([8, undefined, 2]);
  recent.clear();
  expect(recent.get(hashOf('1'))).toBeUndefined();
  recent.keep(hashOf('2'), new Uint8Array(10));
  expect(recent.get(hashOf('2'))?.byteLength).toBe(10);
});
