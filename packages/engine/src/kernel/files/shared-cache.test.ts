import { strictestGrant } from 'devonz-engine-protocol/process-grant';
import { describe, expect, it } from 'vitest';
import { SharedCache } from './shared-cache.ts';

describe('SharedCache', () => {
  const value = (length: number) => new Uint8Array(length).fill(1);

  it('gives what was kept, and nothing for what was not', () => {
    const results = new SharedCache(10);
    results.keep('a', value(3), null);
    expect(results.recall('a', null)).toEqual(value(3));
    expect(results.recall('b', null)).toEqual(new Uint8Array(0));
  });

  it('forgets what has not been used for longest', () => {
    const results = new SharedCache(12);
    results.keep('a', value(4), null);
    results.keep('b', value(4), null);
    results.recall('a', null);
    results.keep('c', value(4), null);
    expect([results.recall('a', null).length, results.recall('b', null).length, results.recall('c', null).length]).toEqual([4, 0, 4]);
  });

  it('counts a replaced result once, and takes none that is too large', () => {
    const results = new SharedCache(12);
    for (let round = 0; round < 5; round++) results.keep('a', value(6), null);
    results.keep('b', value(2), null);
    results.keep('c', value(11), null);
    expect([results.recall('a', null).length, results.recall('b', null).length, results.recall('c', null).length]).toEqual([6, 2, 0]);
  });

  it('believes what was kept by who may do as much or more, and by nobody else', () => {
    const results = new SharedCache(100);
    const strict = strictestGrant('/home/project');
    const script = { ...strict, secrets: 'allow' as const };
    results.keep('a', value(1), strict);
    expect([null, script, strict].map((grant) => results.recall('a', grant).length)).toEqual([0, 0, 1]);
    results.keep('a', value(2), script);
    expect([null, script, strict].map((grant) => results.recall('a', grant).length)).toEqual([0, 2, 2]);
    results.keep('a', value(3), null);
    expect([null, script, strict].map((grant) => results.recall('a', grant).length)).toEqual([3, 3, 3]);
  });
});
