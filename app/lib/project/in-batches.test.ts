import { expect, test } from 'vitest';
import { inBatches } from './in-batches.ts';

const MEGABYTE = 1024 * 1024;
const sizes = (given: readonly number[]) => [...inBatches(given, (size) => size)].map((batch) => batch.length);

test('a batch is neither many files nor many bytes, and a large file is alone', () => {
  expect(sizes(Array.from({ length: 120 }, () => 10))).toEqual([120]);
  expect(sizes(Array.from({ length: 450 }, () => 10))).toEqual([200, 200, 50]);
  expect(sizes([MEGABYTE, MEGABYTE, MEGABYTE])).toEqual([2, 1]);
  expect(sizes([10, 9 * MEGABYTE, 10])).toEqual([1, 1, 1]);
  expect(sizes([])).toEqual([]);
});
