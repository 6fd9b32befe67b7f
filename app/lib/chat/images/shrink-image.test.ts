import { expect, test } from 'vitest';
import { LARGEST_IMAGE } from '../../protocol/attachments/image-limits.ts';
import { type Easel, shrinkImage } from './shrink-image.ts';

/** A canvas whose images take `bytesPerPixel` bytes per pixel. */
function easel(width: number, height: number, bytesPerPixel: (mediaType: string, quality: number) => number) {
  const drawn: string[] = [];
  const made: Easel = {
    width,
    height,
    async encode(size, mediaType, quality) {
      drawn.push(`${size.width}x${size.height} ${mediaType} ${quality}`);
      return new Uint8Array(Math.ceil(size.width * size.height * bytesPerPixel(mediaType, quality)));
    },
  };
  return { drawn, made };
}

test('a screenshot stays as exact as it is, and is never made larger', async () => {
  const { drawn, made } = easel(800, 600, () => 0.5);
  expect(await shrinkImage(made, 'image/png')).toMatchObject({ mediaType: 'image/png', width: 800, height: 600 });
  expect(drawn).toEqual(['800x600 image/png 1']);
});

test('a photo is sent as large as models look at it', async () => {
  const { made } = easel(4_000, 3_000, () => 0.2);
  expect(await shrinkImage(made, 'image/jpeg')).toMatchObject({ mediaType: 'image/jpeg', width: 1_568, height: 1_176 });
});

test('a drawing too large as PNG becomes a JPEG, then smaller, until it fits', async () => {
  const { drawn, made } = easel(2_000, 2_000, (mediaType) => (mediaType === 'image/png' ? 4 : 1));
  const image = await shrinkImage(made, 'image/webp');
  expect(drawn).toEqual(['1568x1568 image/png 1', '1568x1568 image/jpeg 0.9', '1568x1568 image/jpeg 0.8', '1176x1176 image/jpeg 0.8']);
  expect(image?.bytes.byteLength).toBeLessThanOrEqual(LARGEST_IMAGE);
});

test('a line of pixels keeps a side of one', async () => {
  const { made } = easel(40_000, 1, () => 1);
  expect(await shrinkImage(made, 'image/png')).toMatchObject({ width: 1_568, height: 1 });
});

test('what never fits is given up', async () => {
  const { made } = easel(1_500, 1_500, () => 1_000);
  expect(await shrinkImage(made, 'image/png')).toBeNull();
});
