import { expect, test } from 'vitest';
import { plural } from './plural.ts';

test('one of a thing is not called many', () => {
  expect([0, 1, 2, 1_200].map((count) => plural(count, 'error'))).toEqual(['0 errors', '1 error', '2 errors', '1,200 errors']);
  expect([1, 3].map((count) => plural(count, 'process', 'processes'))).toEqual(['1 process', '3 processes']);
});
