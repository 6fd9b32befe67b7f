import type { AttachedImage } from './image-schema.ts';

/** `why`: a full sentence. `isMoving`: the file is an animation, and `image` is its first frame. */
export type PreparedImage = { ok: true; image: AttachedImage; isMoving?: boolean } | { ok: false; why: string };
