import { imageTitle } from '../../../protocol/attachments/image-limits.ts';
import type { AttachedImage } from '../../../protocol/attachments/image-schema.ts';

/** Words in the place of an image that a model does not get. `why` continues "Image a.png, 4 × 3". The same image gives the same bytes. */
export function imageNote(image: Pick<AttachedImage, 'name' | 'width' | 'height'>, why: string): { type: 'text'; text: string } {
  return { type: 'text', text: `[${imageTitle(image).toWellFormed()}, ${why}.]` };
}
