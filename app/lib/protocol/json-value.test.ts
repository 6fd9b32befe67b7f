import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEEPEST_JSON, isJsonValue, toJsonValue } from './json-value.ts';

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

test('JSON is what reads back the same, at any depth without overflowing', () => {
  for (const value of [null, '', -0.5, true, [], {}, [{ a: [1] }], Object.create(null), JSON.parse('{"__proto__":1}')]) {
    expect(isJsonValue(value), JSON.stringify(value)).toBe(true);
  }
  for (const value of [
    undefined,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    [undefined],
    { a: undefined },
    new Date(0),
    new Map(),
    () => 1,
    1n,
  ]) {
    expect(isJsonValue(value), String(value)).toBe(false);
  }
  expect(isJsonValue(nested(DEEPEST_JSON))).toBe(true);
  expect(isJsonValue(nested(1_000_000))).toBe(false);
});

test('whatever a value is, the nearest JSON is JSON, and what was JSON stays the same', () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }), (value) =>
      isJsonValue(toJsonValue(value)),
    ),
  );
  fc.assert(fc.property(fc.jsonValue(), (value) => isDeepStrictEqual(toJsonValue(value), value)));
  expect(isJsonValue(toJsonValue(nested(100_000)))).toBe(true);
  expect(toJsonValue({ a: undefined, b: Number.NaN, c: [undefined] })).toEqual({ b: null, c: [null] });
});
