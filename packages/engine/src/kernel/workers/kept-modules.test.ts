import { expect, test } from 'vitest';
import { KeptModules } from './kept-modules.ts';

const emptyModule = () => new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));

test('the longest unused module goes when there is one too many', () => {
  const kept = new KeptModules(2);
  for (const key of ['a', 'b', 'a', 'c']) kept.keep(key, emptyModule());
  expect(kept.keys).toEqual(['a', 'c']);
});

test('what is no module, or has no key, is not kept', () => {
  const kept = new KeptModules(2);
  kept.keep('a', { exports: [] });
  kept.keep('x'.repeat(100_000), emptyModule());
  kept.keep(Symbol('a'), emptyModule());
  expect(kept.keys).toEqual([]);
});
