import type { ContentHash } from '../../protocol/ids.ts';
import { packBlob, type StoredBlob } from '../blob-codec.ts';
import type { DevonzDatabase } from '../migrations/database-schema.ts';
import { contentStoresOf, isStored } from './stored-contents.ts';

/** Of those that are not there yet: what is there need not be compressed to find that out. */
export async function packBlobs(
  database: DevonzDatabase,
  contents: ReadonlyMap<ContentHash, Uint8Array>,
): Promise<ReadonlyMap<ContentHash, StoredBlob>> {
  const blobs = new Map<ContentHash, StoredBlob>();
  // One that goes before it is named again is stored as it is.
  for (const [hash, content] of contents) {
    blobs.set(hash, (await isStored(contentStoresOf(database), hash)) ? content : await packBlob(content));
  }
  return blobs;
}
