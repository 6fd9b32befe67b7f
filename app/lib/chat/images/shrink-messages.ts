import type { ImageMediaType } from '../../protocol/attachments/image-schema.ts';
import type { ShrunkImage } from './shrink-image.ts';

export interface ToShrinkWorker {
  file: Blob;
  mediaType: ImageMediaType;
}

/** `why`: the end of a sentence about the file. */
export type Shrinking = { ok: true; image: ShrunkImage } | { ok: false; why: string };
