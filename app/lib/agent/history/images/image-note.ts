import { imageTitle } from '../../../protocol/attachments/image-limits.ts';
import type { AttachedImage } from '../../../protocol/attachments/image-schema.ts';

/** Returns the text that replaces an image that a model does not receive. `why` continues "Image a.png, 4 × 3". Deterministic. */
export function imageNote(image: Pick<AttachedImage, 'name' | 'width' | 'height'>, why: string): { type: 'text'; text: string } {
  return { type: 'text', text: `[${imageTitle(image).toWellFormed()}, ${why}.]` };
}
