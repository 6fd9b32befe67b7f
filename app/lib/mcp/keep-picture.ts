import type { AttachedImage } from '../protocol/attachments/image-schema.ts';
import type { PreparedImage } from '../protocol/attachments/prepared-image.ts';

/** The most images of one answer that the model gets. */
export const MOST_PICTURES = 8;

/** Stores an image from a server's answer like a user's image: recognised by its bytes, shrunk, stored once. Null if it is not an image. */
export type KeepPicture = (data: string, name: string) => Promise<AttachedImage | null>;

export function keepingPictures(prepareImage: (file: File) => Promise<PreparedImage>): KeepPicture {
  return async (data, name) => {
    const bytes = bytesOf(data);
    if (bytes === null || bytes.byteLength === 0) return null;
    const prepared = await prepareImage(new File([bytes], name));
    return prepared.ok ? prepared.image : null;
  };
}

/** Some servers use the URL variant of base64. */
function bytesOf(data: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(data.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
