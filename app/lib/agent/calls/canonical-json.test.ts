import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonValue } from '../../protocol/message.ts';
import { canonicalJson } from './canonical-json.ts';

test('equal values have one text, whatever the order of their keys, and it reads back as the value', () => {
  expect(canonicalJson({ b: [1, null, { d: true, c: 'x' }], a: {} })).toBe('{"a":{},"b":[1,null,{"c":"x","d":true}]}');
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (value) => {
      const turned = Object.fromEntries(Object.entries(value).reverse());
      expect(canonicalJson(turned as JsonValue)).toBe(canonicalJson(value as JsonValue)); // fast-check's JSON type is wider.
      expect(JSON.parse(canonicalJson(value as JsonValue))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('values that differ in one character have different texts', () => {
  const texts = [{ a: '1' }, { a: 1 }, { a: [1] }, { a: null }, { 'a ': 1 }, [{ a: 1 }], 'a', null].map((value) => canonicalJson(value));
  expect(new Set(texts).size).toBe(texts.length);
});
