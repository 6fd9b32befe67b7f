import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeChunk, encodeLastChunk } from './encode-chunk.ts';
import { formatRequestHead, formatResponseHead } from './format-head.ts';
import { HttpParser } from './http-parser.ts';

const text = (data: Uint8Array) => String.fromCharCode(...data);

describe('formatRequestHead', () => {
  test('writes the start line, the headers and the empty line', () => {
    const head = formatRequestHead({
      method: 'GET',
      target: '/a',
      headers: [
        ['Host', 'localhost:3000'],
        ['X-Name', 'caf\xe9'],
      ],
    });
    expect(text(head)).toBe('GET /a HTTP/1.1\r\nHost: localhost:3000\r\nX-Name: caf\xe9\r\n\r\n');
  });

  test('refuses what would break out of its line', () => {
    const base = { method: 'GET', target: '/', headers: [] };
    expect(() => formatRequestHead({ ...base, target: '/ HTTP/1.1\r\nX: y' })).toThrow('unescaped characters');
    expect(() => formatRequestHead({ ...base, method: 'GET /' })).toThrow('Method must be');
    expect(() => formatRequestHead({ ...base, headers: [['A', 'b\r\nC: d']] })).toThrow('Invalid character in header content ["A"]');
    expect(() => formatRequestHead({ ...base, headers: [['A b', 'c']] })).toThrow('Header name must be');
  });
});

test('formatResponseHead refuses a reason with a line break', () => {
  expect(text(formatResponseHead({ status: 204, reason: 'No Content', headers: [] }))).toBe('HTTP/1.1 204 No Content\r\n\r\n');
  expect(() => formatResponseHead({ status: 200, reason: 'a\nb', headers: [] })).toThrow('Invalid character in statusMessage');
});

test('an empty chunk gives no bytes, for it would end the body', () => {
  expect(encodeChunk(new Uint8Array(0))).toHaveLength(0);
  expect(text(encodeLastChunk([['X-Sum', '1']]))).toBe('0\r\nX-Sum: 1\r\n\r\n');
});

test('whatever is written in chunks is read back, however the bytes are cut', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }), (chunks, cuts) => {
      const head = formatResponseHead({ status: 200, reason: 'OK', headers: [['Transfer-Encoding', 'chunked']] });
      const wire = Uint8Array.from([head, ...chunks.map(encodeChunk), encodeLastChunk()].flatMap((part) => [...part]));
      const body: number[] = [];
      let ends = 0;
      const parser = new HttpParser({
        kind: 'response',
        requestMethod: () => 'GET',
        onHead: () => undefined,
        onBody: (data) => body.push(...data),
        onEnd: () => {
          ends += 1;
        },
      });
      for (let at = 0, turn = 0; at < wire.length; turn += 1) {
        const size = cuts[turn % cuts.length] ?? 1;
        parser.push(wire.subarray(at, at + size));
        at += size;
      }
      expect(body).toEqual(chunks.flatMap((chunk) => [...chunk]));
      expect(ends).toBe(1);
    }),
  );
});
