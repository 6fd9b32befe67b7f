import { Buffer as NodeBuffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteLength, decodeBytes, type EncodingName, encodeText, encodingName } from './buffer-encodings.ts';
import { fillBuffer } from './buffer-fill.ts';
import { compareBytes, searchBuffer } from './buffer-search.ts';

const ENCODINGS: EncodingName[] = ['utf8', 'utf16le', 'latin1', 'ascii', 'base64', 'base64url', 'hex'];
const TEXTS = ['', 'a', 'abc', 'ä', '€uro', '💩x', '\ud800', 'YWJj', 'YQ==YQ==', 'a-_b', '0aFf', '0g', 'abc=', ' a b\n', 'x'.repeat(100)];
const BYTES = [[], [0x61], [0xf0, 0xb8, 0x41], [0xe2, 0x82], [0xed, 0xa0, 0xb5], [0xff, 0xfe, 0xfd], [0xcc, 0xcc, 0xb8], [1, 2, 3, 4, 5]];

describe('the encodings of Buffer, beside native Node', () => {
  it.each(ENCODINGS)('%s gives the same bytes, texts and lengths', (encoding) => {
    for (const text of TEXTS) {
      expect([...encodeText(text, encoding)], text).toEqual([...NodeBuffer.from(text, encoding)]);
      expect(byteLength(text, encoding), text).toBe(NodeBuffer.byteLength(text, encoding));
    }
    for (const bytes of BYTES) expect(decodeBytes(Uint8Array.from(bytes), encoding)).toBe(NodeBuffer.from(bytes).toString(encoding));
  });

  it('have names in any case', () => {
    expect(['UTF-8', 'Ucs2', 'BINARY', 'base64URL', 'utf7', ''].map(encodingName)).toEqual([
      'utf8',
      'utf16le',
      'latin1',
      'base64url',
      undefined,
      undefined,
    ]);
  });
});

describe('searching in a Buffer, beside native Node', () => {
  const haystack = NodeBuffer.from('abcdefabcdefabc');
  const needles: (string | number | Uint8Array)[] = [
    '',
    'a',
    'abc',
    'fa',
    'z',
    'abcdefabcdefabcd',
    0x61,
    0x161,
    -1,
    Uint8Array.of(0x62, 0x63),
    new Uint8Array(0),
  ];
  const offsets = [undefined, 0, 1, 6, 14, 15, 99, -1, -3, -15, -16, -99, Number.NaN, 2.7];

  it('finds the same places forwards and backwards, for texts, bytes and views', () => {
    for (const needle of needles)
      for (const offset of offsets) {
        const label = `${String(needle)} from ${offset}`;
        expect(searchBuffer(haystack, needle, offset, undefined, true), label).toBe(haystack.indexOf(needle as string, offset));
        expect(searchBuffer(haystack, needle, offset, undefined, false), label).toBe(haystack.lastIndexOf(needle as string, offset));
      }
  });

  it('finds whole characters only in two-byte text', () => {
    const wide = NodeBuffer.from('\u0100a\u0161', 'utf16le');
    for (const needle of ['a', '\u0061', '\u6100', '\u0161'])
      expect(searchBuffer(wide, needle, 0, 'ucs2', true)).toBe(wide.indexOf(needle, 0, 'ucs2'));
  });
});

describe('filling and comparing', () => {
  it.each([
    ['abc', 0, 10],
    ['abc', 3, 8],
    ['€', 1, 9],
    [Uint8Array.of(1, 2), 0, 9],
    [257, 2, 4],
    ['', 0, 4],
  ] as const)('%j from %i to %i is repeated as on native Node', (value, start, end) => {
    expect([...fillBuffer(new Uint8Array(10), value, start, end)]).toEqual([...NodeBuffer.alloc(10).fill(value as string, start, end)]);
  });

  it('orders bytes, and the shorter first', () => {
    expect([
      compareBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 3)),
      compareBytes(Uint8Array.of(2), Uint8Array.of(1, 9)),
      compareBytes(Uint8Array.of(1), Uint8Array.of(1, 0)),
    ]).toEqual([-1, 1, -1]);
  });
});

/** Bytes with only two values, so that there are many near matches. */
const fewBytes = (minLength: number, maxLength: number) =>
  fc.array(fc.constantFrom(97, 98), { minLength, maxLength }).map((bytes) => Uint8Array.from(bytes));

it('long needles are found in long bytes where Node finds them', () => {
  fc.assert(
    fc.property(fewBytes(600, 2_000), fewBytes(4, 12), fc.nat(700), (bytes, needle, offset) => {
      expect(searchBuffer(bytes, needle, offset, undefined, true)).toBe(NodeBuffer.from(bytes).indexOf(needle, offset));
    }),
  );
});

it('bytes compare as in Node, wherever they differ and lie in memory', () => {
  fc.assert(
    fc.property(fewBytes(0, 80), fc.nat(90), fc.nat(3), fc.nat(80), (bytes, changed, moved, length) => {
      const other = new Uint8Array(bytes.length + moved).subarray(moved);
      other.set(bytes);
      if (changed < other.length) other[changed] = 255;
      const [one, two] = [bytes.subarray(0, length), other];
      expect(compareBytes(one, two)).toBe(NodeBuffer.compare(one, two));
      expect(compareBytes(two, one)).toBe(NodeBuffer.compare(two, one));
    }),
  );
});
