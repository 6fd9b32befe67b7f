import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkRoundTrip } from './testing/check-round-trip.ts';
import { moduleArbitrary, scriptArbitrary } from './testing/program-arbitrary.ts';

/** Checks the texts that the parser accepts as programs. */
function expectRoundTrips(kind: 'module' | 'script', texts: fc.Arbitrary<string>): void {
  let programs = 0;
  fc.assert(
    fc.property(texts, (text) => {
      const faults = checkRoundTrip(text, kind);
      if (faults === null) return;
      programs++;
      expect(faults).toEqual([]);
    }),
    { numRuns: 300, seed: 11 },
  );
  expect(programs).toBeGreaterThan(90);
}

describe('rewriting', () => {
  it('leaves a module the same program, its functions the text they had, and places the way back', () => {
    expectRoundTrips('module', moduleArbitrary);
  });

  it('leaves a script the same program, its functions the text they had, and places the way back', () => {
    expectRoundTrips('script', scriptArbitrary);
  });
});
