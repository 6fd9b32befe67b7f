import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readImageHeader } from './read-image-header.ts';

const text = (value: string) => [...value].map((character) => character.charCodeAt(0));
const bytes = (...parts: (string | number)[]) => new Uint8Array(parts.flatMap((part) => (typeof part === 'string' ? text(part) : [part])));

const PNG = bytes('\x89PNG\r\n\x1a\n', 0, 0, 0, 13, 'IHDR', 0, 0, 1, 0, 0, 0, 0, 200, 8, 6, 0, 0, 0);
const GIF = bytes('GIF89a', 0x40, 1, 0xf0, 0, 0, 0);
/** EXIF with a thumbnail's frame in it, a table, then the frame. */
const JPEG = bytes(
  ...[0xff, 0xd8, 0xff, 0xe1, 0, 13, 'Exif', 0xff, 0xc0, 0, 17, 8, 0, 1],
  ...[0xff, 0xc4, 0, 3, 0, 0xff, 0xff, 0xc2, 0, 17, 8, 2, 0, 4, 0, 3],
);
const LOSSY = bytes('RIFF', 0, 0, 0, 0, 'WEBPVP8 ', 0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 0x80, 2, 0xe0, 1);
const LOSSLESS = bytes('RIFF', 0, 0, 0, 0, 'WEBPVP8L', 0, 0, 0, 0, 0x2f, 0x3f, 0xc0, 0x07, 0);
const EXTENDED = bytes('RIFF', 0, 0, 0, 0, 'WEBPVP8X', 10, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0x0f, 0, 0);

test.each([
  ['a PNG', PNG, 'image/png', 256, 200],
  ['a GIF', GIF, 'image/gif', 320, 240],
  ['a JPEG, past its thumbnail and tables', JPEG, 'image/jpeg', 1024, 512],
  ['a lossy WebP', LOSSY, 'image/webp', 640, 480],
  ['a lossless WebP', LOSSLESS, 'image/webp', 64, 32],
  ['an extended WebP', EXTENDED, 'image/webp', 65_536, 16],
])('%s says what it is and how large', (_what, file, mediaType, width, height) => {
  expect(readImageHeader(file)).toEqual({ ok: true, mediaType, width, height });
});

test.each([
  ['of no bytes', bytes(), 'empty'],
  ['a PNG that ends before its size', PNG.slice(0, 20), 'broken'],
  ['a PNG of no width', bytes('\x89PNG\r\n\x1a\n', 0, 0, 0, 13, 'IHDR', 0, 0, 0, 0, 0, 0, 0, 200), 'broken'],
  ['a JPEG without a frame', bytes(0xff, 0xd8, 0xff, 0xe0, 0, 2, 0, 0), 'broken'],
  ['an HEIC', bytes(0, 0, 0, 24, 'ftypheic', 0, 0, 0, 0), 'HEIC'],
  ['an AVIF', bytes(0, 0, 0, 24, 'ftypavif', 0, 0, 0, 0), 'AVIF'],
  ['an SVG', bytes('<!-- a drawing --><svg xmlns="http://www.w3.org/2000/svg">'), 'SVG'],
  ['a PDF', bytes('%PDF-1.7'), 'no PNG, JPEG, WebP or GIF'],
])('%s is refused with words', (_what, file, why) => {
  expect(readImageHeader(file)).toEqual({ ok: false, why: expect.stringContaining(why) });
});

test('whatever follows a known beginning, something is said', () => {
  const begun = fc.constantFrom(
    PNG.slice(0, 8),
    GIF.slice(0, 6),
    JPEG.slice(0, 4),
    LOSSY.slice(0, 16),
    LOSSLESS.slice(0, 16),
    EXTENDED.slice(0, 16),
  );
  fc.assert(
    fc.property(begun, fc.uint8Array({ maxLength: 200 }), (start, rest) => {
      const header = readImageHeader(new Uint8Array([...start, ...rest]));
      expect(header.ok ? header.width * header.height : header.why.length).toBeGreaterThan(0);
    }),
  );
});
