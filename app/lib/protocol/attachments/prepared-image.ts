import type { AttachedImage } from './image-schema.ts';

/** `why`: a sentence. `isMoving`: the file holds several pictures, of which `image` is the first. */
export type PreparedImage = { ok: true; image: AttachedImage; isMoving?: boolean } | { ok: false; why: string };
