import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IncrementalJsonReader } from './incremental-json-reader.ts';

function readInPieces(text: string, cuts: readonly number[]): IncrementalJsonReader {
  const reader = new IncrementalJsonReader();
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  let from = 0;
  for (const place of [...places, text.length]) {
    reader.push(text.slice(from, place));
    from = place;
  }
  return reader;
}

function stringFields(value: unknown): [string, string][] {
  return Object.entries(value ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\ud83d\ude00', '"\\{}[],:', '\\u0041', '\u2028'),
);
const anyObject = fc.dictionary(anyText, fc.oneof(anyText, fc.jsonValue()));

test('whatever the object and wherever it is cut, the top-level strings are those of JSON.parse', () => {
  fc.assert(
    fc.property(anyObject, fc.array(fc.nat()), fc.constantFrom(0, 2), (object, cuts, indent) => {
      const text = JSON.stringify(object, null, indent);
      expect([...readInPieces(text, cuts).fields].sort()).toEqual(stringFields(JSON.parse(text)).sort());
    }),
    { numRuns: 1_000 },
  );
});

test('escaped characters come out whole, surrogates in two escapes too', () => {
  const text = String.raw`{"a":"\ud83d\ude00\u0041\n\"\\\/"}`;
  fc.assert(
    fc.property(fc.array(fc.nat()), (cuts) => {
      expect(readInPieces(text, cuts).fields.get('a')).toBe('😀A\n"\\/');
    }),
  );
});

test('every prefix of a field is a prefix of its value and never half a character', () => {
  const value = 'ab"\\\n😀ü';
  const text = JSON.stringify({ path: 'x', content: value }).replace('😀', '\\ud83d\\ude00');
  const reader = new IncrementalJsonReader();
  for (const character of text) {
    reader.push(character);
    const sofar = reader.fields.get('content') ?? '';
    expect(value.startsWith(sofar)).toBe(true);
    expect(sofar).not.toMatch(/\p{Surrogate}/u);
  }
});

test('deeper values are passed over, with quotes and brackets in their strings', () => {
  const reader = readInPieces('{"edits":[{"find":"}]\\"","replace":"{"}],"n":-1.5e3,"t":true,"path":"p"}', [3, 9, 20]);
  expect([...reader.fields]).toEqual([['path', 'p']]);
});

test('text that is no object gives no fields and no error', () => {
  for (const text of ['', '[]', '"a"', 'x{"a":"b"}', '{a:"b"}', '{"a" "b"}']) expect([...readInPieces(text, []).fields]).toEqual([]);
});
