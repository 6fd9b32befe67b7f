import { describe, expect, it } from 'vitest';
import { Patience } from './adaptive-spin.ts';

describe('patience', () => {
  it('looks while looking pays', () => {
    const patience = new Patience();
    for (let look = 0; look < 100; look += 1) {
      expect(patience.pays()).toBe(true);
      patience.won();
    }
  });

  it('pauses after losses in a row, tries again later, and pauses at once when that is lost too', () => {
    const patience = new Patience();
    const looks: number[] = [];
    for (let occasion = 0; occasion < 60; occasion += 1) {
      if (!patience.pays()) continue;
      looks.push(occasion);
      patience.lost();
    }
    expect(looks).toEqual([0, 1, 2, 26, 50]);
  });
});
