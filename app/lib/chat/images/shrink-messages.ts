import type { ImageMediaType } from '../../protocol/attachments/image-schema.ts';
import type { ShrunkImage } from './shrink-image.ts';

export interface ToShrinkWorker {
  file: Blob;
  mediaType: ImageMediaType;
}

/** `too-large`: cannot be made small enough. `too-long`: decoding took too long. `no-memory`: the worker crashed. */
export type ShrinkFailure = 'broken' | 'too-large' | 'too-long' | 'no-memory';

export type Shrinking = { ok: true; image: ShrunkImage } | { ok: false; why: ShrinkFailure };
