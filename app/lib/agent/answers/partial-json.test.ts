import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonValue } from '../../protocol/json-value.ts';
import { partialJson } from './partial-json.ts';

test.each<[string, JsonValue]>([
  ['[{"old":"a","new":"b"},{"old":"c","ne', [{ old: 'a', new: 'b' }, { old: 'c' }]],
  [
    '[{"old":"a","new":"b"},{"old":"c","new":"half a li',
    [
      { old: 'a', new: 'b' },
      { old: 'c', new: 'half a li' },
    ],
  ],
  ['[{"old":"a","new":', [{ old: 'a' }]],
  ['["ends in an escape\\', ['ends in an escape']],
  ['["a backslash\\\\', ['a backslash\\']],
  ['["half a code\\u00e', ['half a code']],
  ['[1,23', [1]],
  ['[true,fal', [true]],
  ['{"a":{"b":[', { a: { b: [] } }],
  ['[{"text":"} ] , :"},', [{ text: '} ] , :' }]],
])('of %s what has come is read', (text, value) => {
  expect(partialJson(text)).toEqual(value);
});

test('what is no JSON gives nothing', () => {
  for (const text of ['', '12', 'tru', '[nonsense, 1', '[}']) expect(partialJson(text)).toBeUndefined();
});

test('whole JSON is read as it is, and of each beginning of it every text is one of the whole, or begins one', () => {
  const textsOf = (value: JsonValue): string[] => {
    if (typeof value === 'string') return [value];
    if (typeof value !== 'object' || value === null) return [];
    return Object.values(value).flatMap(textsOf);
  };
  const lists = fc.array(fc.dictionary(fc.string(), fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean())));
  fc.assert(
    fc.property(lists, fc.nat(), (list, cut) => {
      const whole: JsonValue = JSON.parse(JSON.stringify(list));
      const text = JSON.stringify(whole, null, cut % 3);
      expect(partialJson(text)).toEqual(whole);
      const begun = partialJson(text.slice(0, 1 + (cut % text.length)));
      const all = textsOf(whole);
      for (const part of textsOf(begun ?? [])) {
        // The last character may be half of an escaped surrogate pair.
        const known = part.replace(/[\ud800-\udbff]$/, '');
        expect(all.some((each) => each.startsWith(known))).toBe(true);
      }
    }),
  );
});
