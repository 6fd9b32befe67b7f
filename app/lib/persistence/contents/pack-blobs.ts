import type { ContentHash } from '../../protocol/ids.ts';
import { packBlob, type StoredBlob } from '../blob-codec.ts';
import type { DevonzDatabase } from '../migrations/database-schema.ts';
import { contentStoresOf, isStored } from './stored-contents.ts';

/** Packs only the contents that are not stored yet, so that known ones are not compressed for nothing. */
export async function packBlobs(
  database: DevonzDatabase,
  contents: ReadonlyMap<ContentHash, Uint8Array>,
): Promise<ReadonlyMap<ContentHash, StoredBlob>> {
  const blobs = new Map<ContentHash, StoredBlob>();
  // A content that is deleted before it is referred to again is stored unpacked.
  for (const [hash, content] of contents) {
    blobs.set(hash, (await isStored(contentStoresOf(database), hash)) ? content : await packBlob(content));
  }
  return blobs;
}
