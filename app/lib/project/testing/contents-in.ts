import { unpackBlob } from '../../persistence/blob-codec.ts';
import { openPack } from '../../persistence/contents/content-pack.ts';
import type { ContentHash } from '../../protocol/ids.ts';
import type { StoredContents } from '../import/packing/pack-contents.ts';

/** Reads the contents that are to be stored in the same way as the app does later. */
export async function contentsIn(all: readonly StoredContents[]): Promise<ReadonlyMap<ContentHash, Uint8Array>> {
  const contents = new Map<ContentHash, Uint8Array>();
  const put = (hash: ContentHash, content: Uint8Array | null | undefined) => {
    if (!content) throw new Error(`What is stored of ${hash} cannot be read`);
    contents.set(hash, content);
  };
  for (const { packs, blobs } of all) {
    for (const [hash, blob] of blobs) put(hash, await unpackBlob(blob));
    for (const { entry, bytes } of packs) {
      const opened = await openPack(bytes);
      for (const hash of entry.hashes) put(hash, opened?.get(hash));
    }
  }
  return contents;
}
