import type { AttachedImage } from '../protocol/attachments/image-schema.ts';
import type { PreparedImage } from '../protocol/attachments/prepared-image.ts';

/** Of the images of one answer: so many reach the model. */
export const MOST_PICTURES = 8;

/** Keeps a picture of a server's answer as an image of the user's is kept: by what its bytes are, made small, stored once. Null: it is none. */
export type KeepPicture = (data: string, name: string) => Promise<AttachedImage | null>;

export function keepingPictures(prepareImage: (file: File) => Promise<PreparedImage>): KeepPicture {
  return async (data, name) => {
    const bytes = bytesOf(data);
    if (bytes === null || bytes.byteLength === 0) return null;
    const prepared = await prepareImage(new File([bytes], name));
    return prepared.ok ? prepared.image : null;
  };
}

/** Some servers write base64 for addresses. */
function bytesOf(data: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(data.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
