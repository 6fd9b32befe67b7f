import type { ImageMediaType } from '../../protocol/attachments/image-schema.ts';

/** Whether an image file is animated, judged by its first bytes. */
export function holdsSeveralPictures(bytes: Uint8Array, mediaType: ImageMediaType): boolean {
  switch (mediaType) {
    case 'image/gif':
      return countOfGraphicControls(bytes) > 1;
    case 'image/webp':
      // The extended WebP format has a flag for animation.
      return textAt(bytes, 12, 4) === 'VP8X' && ((bytes[20] ?? 0) & 0x02) !== 0;
    case 'image/png':
      return hasAnimationControl(bytes);
    case 'image/jpeg':
      return false;
  }
}

/** An animated GIF has one before each picture: `21 F9 04`, four bytes, and a zero. */
function countOfGraphicControls(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(0x21); at >= 0 && count < 2; at = bytes.indexOf(0x21, at + 1)) {
    if (bytes[at + 1] === 0xf9 && bytes[at + 2] === 4 && bytes[at + 7] === 0) count += 1;
  }
  return count;
}

/** An APNG has its control chunk before the first picture. */
function hasAnimationControl(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 8 <= bytes.byteLength; at += 12 + view.getUint32(at)) {
    const kind = textAt(bytes, at + 4, 4);
    if (kind === 'acTL') return true;
    if (kind === 'IDAT') return false;
  }
  return false;
}

function textAt(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length));
}
