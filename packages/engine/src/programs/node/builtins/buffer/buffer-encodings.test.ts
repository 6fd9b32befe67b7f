import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteLength, decodeBytes, type EncodingName, encodeText } from './buffer-encodings.ts';

const ENCODINGS: readonly EncodingName[] = ['utf8', 'utf16le', 'latin1', 'ascii', 'base64', 'base64url', 'hex'];
const anyBytes = fc.oneof(fc.uint8Array({ maxLength: 9_000 }), fc.uint8Array({ max: 127, minLength: 40, maxLength: 300 }));
/** Also what only Node decodes: padding in the middle, both alphabets in one, other characters, an odd end, lone surrogates. */
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: fc.constantFrom('A', 'z', '0', '+', '/', '-', '_', '=', '\n', ' ', 'é', '\ud800'), minLength: 40, maxLength: 200 }),
  fc.base64String({ minLength: 40, maxLength: 300 }),
  fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEFg'), minLength: 40, maxLength: 200 }),
);

/** For characters above U+00FF, Node decodes the low byte as a digit, which nothing relies on. */
const textOf = (encoding: EncodingName) =>
  /^(?:hex|base64)/.test(encoding) ? texts.map((text) => text.replace(/[^\0-\xff]/g, '')) : texts;

describe.each(ENCODINGS)('%s', (encoding) => {
  it('gives the text that Node gives, from any place in memory', () => {
    fc.assert(
      fc.property(anyBytes, fc.nat(3), (bytes, offset) => {
        const moved = new Uint8Array(bytes.length + offset).subarray(offset);
        moved.set(bytes);
        expect(decodeBytes(moved, encoding)).toBe(Buffer.from(bytes).toString(encoding));
      }),
    );
  });

  it('gives the text of shared memory', () => {
    const shared = new Uint8Array(new SharedArrayBuffer(200)).fill(0x41);
    expect(decodeBytes(shared, encoding)).toBe(Buffer.alloc(200, 0x41).toString(encoding));
  });

  it('gives the bytes that Node gives', () => {
    fc.assert(
      fc.property(textOf(encoding), (text) => {
        expect(Buffer.from(encodeText(text, encoding))).toEqual(Buffer.from(text, encoding));
      }),
    );
  });

  it('tells the number of bytes that Node tells', () => {
    fc.assert(
      fc.property(textOf(encoding), fc.nat(400), (text, times) => {
        const long = text.repeat(times);
        expect(byteLength(long, encoding)).toBe(Buffer.byteLength(long, encoding));
      }),
    );
  });
});
