import { describe, expect, it } from 'vitest';
import { exploreWakeUps, type Fault } from './testing/wake-up-model.ts';

describe('the wake-up protocol, in every order of the steps of a process and the kernel', () => {
  it('answers each call once, in turn, and loses no wake-up', () => {
    expect(exploreWakeUps({ calls: 4, asyncCalls: 2, fault: 'none' })).toBeGreaterThan(1000);
  });

  it.each<[Fault, RegExp]>([
    ['no second look at WATCHED', /never answered/],
    ['no last look', /never answered/],
    ['last look first', /never answered/],
    ['wakes without looking', /got the answer of/],
    ['sleeps without comparing', /never answered/],
    ['does not count messages', /overtaken/],
  ])('finds what goes wrong with: %s', (fault, words) => {
    expect(() => exploreWakeUps({ calls: 3, asyncCalls: 1, fault })).toThrow(words);
  });
});
