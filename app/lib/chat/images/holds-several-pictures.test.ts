import { expect, test } from 'vitest';
import type { ImageMediaType } from '../../protocol/attachments/image-schema.ts';
import { holdsSeveralPictures } from './holds-several-pictures.ts';

const bytes = (...parts: (string | number)[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...part].map((character) => character.charCodeAt(0)) : [part])));
const CONTROL = [0x21, 0xf9, 4, 0, 10, 0, 0, 0];
const gif = (...rest: number[]) => bytes('GIF89a', 1, 0, 1, 0, 0, 0, 0, ...rest);
const chunk = (kind: string, length: number) => [0, 0, 0, length, kind, ...Array.from({ length: length + 4 }, () => 0)];
const png = (...rest: (string | number)[]) => bytes('\x89PNG\r\n\x1a\n', ...chunk('IHDR', 13), ...rest);
const webp = (kind: string, flags: number) => bytes('RIFF', 0, 0, 0, 0, 'WEBP', kind, 10, 0, 0, 0, flags);

test.each<[string, Uint8Array, ImageMediaType, boolean]>([
  ['a GIF of two pictures', gif(...CONTROL, 0x2c, 1, ...CONTROL), 'image/gif', true],
  ['a GIF of one', gif(...CONTROL, 0x2c, 1), 'image/gif', false],
  ['a GIF that is cut off', gif(0x21), 'image/gif', false],
  ['an APNG', png(...chunk('acTL', 8), ...chunk('IDAT', 1)), 'image/png', true],
  ['a PNG', png(...chunk('IDAT', 1), ...chunk('acTL', 8)), 'image/png', false],
  ['a PNG that is cut off', png(0, 0, 0, 4, 'tEX'), 'image/png', false],
  ['a WebP that moves', webp('VP8X', 0x12), 'image/webp', true],
  ['a WebP that does not', webp('VP8X', 0x10), 'image/webp', false],
  ['a simple WebP', webp('VP8 ', 0x02), 'image/webp', false],
  ['a JPEG', bytes('\xff\xd8\xff'), 'image/jpeg', false],
])('%s', (_what, given, mediaType, expected) => {
  expect(holdsSeveralPictures(given, mediaType)).toBe(expected);
});
