import { describe, expect, it } from 'vitest';
import { TransformCache, type TransformStore } from './transform-cache.ts';

function createStore(): TransformStore & { kept: Map<string, Uint8Array> } {
  const kept = new Map<string, Uint8Array>();
  return { kept, recall: (key) => kept.get(key) ?? new Uint8Array(0), keep: (key, value) => void kept.set(key, value) };
}

describe('the cache of what was found out about sources', () => {
  const source = `export const text = '${'é'.repeat(70)}';\n`.repeat(5);

  it('gives what a process before has found out, by kind', () => {
    const store = createStore();
    expect(new TransformCache(store).remember('module', source, () => 1)).toBe(1);
    expect(new TransformCache(store).remember('module', source, () => 2)).toBe(1);
    expect(new TransformCache(store).remember('script', source, () => 3)).toBe(3);
  });

  it('tells sources apart that differ in one character, wherever it is', () => {
    const cache = new TransformCache(createStore());
    expect(cache.remember('module', source, () => -1)).toBe(-1);
    for (let at = 0; at < source.length; at += 1) {
      const changed = `${source.slice(0, at)}~${source.slice(at + 1)}`;
      expect(cache.remember('module', changed, () => at)).toBe(at);
    }
  });

  it('leaves short sources alone', () => {
    const store = createStore();
    new TransformCache(store).remember('module', 'export {}', () => 1);
    expect(store.kept.size).toBe(0);
  });
});
