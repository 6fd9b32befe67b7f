import { LARGEST_IMAGE, LONGEST_SIDE } from '../../protocol/attachments/image-limits.ts';
import type { ImageMediaType } from '../../protocol/attachments/image-schema.ts';

/** The formats in which images are sent: every server accepts these two, including local ones. */
export type SentMediaType = Extract<ImageMediaType, 'image/png' | 'image/jpeg'>;

/** Draws a decoded image at any size. */
export interface Easel {
  /** Size as displayed, after the rotation given in the file. In pixels. */
  readonly width: number;
  readonly height: number;
  /** `quality` applies to JPEG, which has no transparency: transparent areas become white. */
  encode(size: { width: number; height: number }, mediaType: SentMediaType, quality: number): Promise<Uint8Array<ArrayBuffer>>;
}

export interface ShrunkImage {
  mediaType: SentMediaType;
  bytes: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
}

/** Scale and format, tried in this order until the image is small enough. Screenshots stay lossless if possible. */
const PHOTO = [
  [1, 'image/jpeg', 0.9],
  [1, 'image/jpeg', 0.8],
  [0.75, 'image/jpeg', 0.8],
  [0.5, 'image/jpeg', 0.7],
  [0.25, 'image/jpeg', 0.6],
] as const;
const DRAWING = [[1, 'image/png', 1], ...PHOTO] as const;

/**
 * Redraws an image from its pixels at the size that models use, which drops all metadata (place, camera, owner). Returns null if
 * even its smallest form is too large.
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
