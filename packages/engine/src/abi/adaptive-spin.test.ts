import { describe, expect, it } from 'vitest';
import { AdaptiveSpin } from './adaptive-spin.ts';

describe('AdaptiveSpin', () => {
  it('looks while looking pays', () => {
    const spin = new AdaptiveSpin();
    for (let look = 0; look < 100; look += 1) {
      expect(spin.pays()).toBe(true);
      spin.won();
    }
  });

  it('pauses after losses in a row, tries again later, and pauses at once when that is lost too', () => {
    const spin = new AdaptiveSpin();
    const looks: number[] = [];
    for (let occasion = 0; occasion < 60; occasion += 1) {
      if (!spin.pays()) continue;
      looks.push(occasion);
      spin.lost();
    }
    expect(looks).toEqual([0, 1, 2, 26, 50]);
  });
});
