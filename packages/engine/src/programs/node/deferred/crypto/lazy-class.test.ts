import { expect, it } from 'vitest';
import { lazyClass } from './lazy-class.ts';

it('a class that is loaded when first used is made, extended and asked as one', () => {
  let loads = 0;
  class Certificate {
    static readonly kind = 'x509';
    constructor(readonly text: string) {}
  }
  // The result replaces the class.
  const Lazy = lazyClass(() => {
    loads += 1;
    return Certificate;
  }) as typeof Certificate;
  expect(typeof Lazy).toBe('function');
  expect(loads).toBe(0);
  const made = new Lazy('one');
  expect([made.text, made instanceof Lazy, made instanceof Certificate, Lazy.kind]).toEqual(['one', true, true, 'x509']);
  class Own extends Lazy {
    readonly isOwn = true;
  }
  const own = new Own('two');
  expect([own.text, own.isOwn, own instanceof Own, own instanceof Lazy]).toEqual(['two', true, true, true]);
});
