import { describe, expect, it } from 'vitest';
import { KeptResults } from './kept-results.ts';

describe('KeptResults', () => {
  const value = (length: number) => new Uint8Array(length).fill(1);

  it('gives what was kept, and nothing for what was not', () => {
    const results = new KeptResults(10);
    results.keep('a', value(3));
    expect(results.recall('a')).toEqual(value(3));
    expect(results.recall('b')).toEqual(new Uint8Array(0));
  });

  it('forgets what has not been used for longest', () => {
    const results = new KeptResults(12);
    results.keep('a', value(4));
    results.keep('b', value(4));
    results.recall('a');
    results.keep('c', value(4));
    expect([results.recall('a').length, results.recall('b').length, results.recall('c').length]).toEqual([4, 0, 4]);
  });

  it('counts a replaced result once, and takes none that is too large', () => {
    const results = new KeptResults(10);
    for (let round = 0; round < 5; round++) results.keep('a', value(6));
    results.keep('b', value(2));
    results.keep('c', value(10));
    expect([results.recall('a').length, results.recall('b').length, results.recall('c').length]).toEqual([6, 2, 0]);
  });
});
