import { LARGEST_IMAGE, LONGEST_SIDE } from '../../protocol/attachments/image-limits.ts';
import type { ImageMediaType } from '../../protocol/attachments/image-schema.ts';

/** What images are sent as: every server takes these two, local ones included. */
export type SentMediaType = Extract<ImageMediaType, 'image/png' | 'image/jpeg'>;

/** Draws a decoded image in any size. */
export interface Easel {
  /** Of the image as it is seen: turned as its file says. Pixels. */
  readonly width: number;
  readonly height: number;
  /** `quality` is of JPEG, which has no transparency: what shines through is white there. */
  encode(size: { width: number; height: number }, mediaType: SentMediaType, quality: number): Promise<Uint8Array<ArrayBuffer>>;
}

export interface ShrunkImage {
  mediaType: SentMediaType;
  bytes: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
}

/** Tried in this order until one is small enough: part of the sides, how. Screenshots stay exact where they can. */
const PHOTO = [
  [1, 'image/jpeg', 0.9],
  [1, 'image/jpeg', 0.8],
  [0.75, 'image/jpeg', 0.8],
  [0.5, 'image/jpeg', 0.7],
  [0.25, 'image/jpeg', 0.6],
] as const;
const DRAWING = [[1, 'image/png', 1], ...PHOTO] as const;

/**
 * An image drawn again from its pixels, at most so large as models look at it: whatever else its file held (place, camera, owner) is gone.
 * Null: not even its smallest form is small enough.
 */
export async function shrinkImage(easel: Easel, from: ImageMediaType): Promise<ShrunkImage | null> {
  const fit = Math.min(1, LONGEST_SIDE / Math.max(easel.width, easel.height));
  for (const [part, mediaType, quality] of from === 'image/jpeg' ? PHOTO : DRAWING) {
    const width = Math.max(1, Math.round(easel.width * fit * part));
    const height = Math.max(1, Math.round(easel.height * fit * part));
    const bytes = await easel.encode({ width, height }, mediaType, quality);
    if (bytes.byteLength <= LARGEST_IMAGE) return { mediaType, bytes, width, height };
  }
  return null;
}
