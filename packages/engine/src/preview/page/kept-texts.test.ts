import { beforeEach, describe, expect, it } from 'vitest';
import { KeptTexts, type TextStorage } from './kept-texts.ts';

describe('texts kept for previews', () => {
  let kept: Map<string, string>;
  let storage: TextStorage;
  let texts: KeptTexts;
  let now = 0;
  beforeEach(() => {
    kept = new Map([['other', 'of the page']]);
    storage = {
      get length() {
        return kept.size;
      },
      key: (index) => [...kept.keys()][index] ?? null,
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    };
    now = 1000;
    texts = new KeptTexts(
      () => storage,
      () => now++,
    );
  });

  it('come back for the origin that kept them, and are gone when there is nothing to keep', () => {
    texts.write('http://a', 'one two');
    texts.write('http://b', 'three');
    expect([texts.read('http://a'), texts.read('http://b'), texts.read('http://c')]).toEqual(['one two', 'three', null]);
    texts.write('http://a', '');
    expect([texts.read('http://a'), kept.size]).toEqual([null, 2]);
  });

  it('make room by the oldest, and leave what is not theirs', () => {
    for (let count = 0; count < 80; count++) texts.write(`http://p${count}`, 'x');
    texts.write('http://p30', 'y');
    expect([kept.size, texts.read('http://p15'), texts.read('http://p16'), texts.read('http://p30')]).toEqual([65, null, 'x', 'y']);
    expect(kept.get('other')).toBe('of the page');
  });

  it('are not kept when they are long, or where the browser refuses', () => {
    texts.write('http://a', 'x'.repeat(70_000));
    expect(texts.read('http://a')).toBeNull();
    const refused = new KeptTexts(
      () => {
        throw new DOMException('no', 'SecurityError');
      },
      () => 0,
    );
    refused.write('http://a', 'x');
    expect(refused.read('http://a')).toBeNull();
  });
});
