import type { ContentPack } from '../../../persistence/contents/content-pack.ts';
import type { ContentHash } from '../../../protocol/ids.ts';
import { type HashedContent, packAlone, type StoredContents } from './pack-contents.ts';

/** Selects the contents that must be stored. A pack whose contents are mostly known is dropped, and its new contents are stored singly. */
export async function newContents(
  { packs, blobs }: StoredContents,
  contents: readonly HashedContent[],
  isKnown: (hash: ContentHash) => boolean,
): Promise<StoredContents> {
  const whole: ContentPack[] = [];
  const alone = new Set<ContentHash>();
  for (const pack of packs) {
    const unknown = pack.entry.hashes.filter((hash) => !isKnown(hash));
    if (unknown.length * 2 >= pack.entry.hashes.length) whole.push(pack);
    else for (const hash of unknown) alone.add(hash);
  }
  const packed = await packAlone(contents.filter(({ hash }) => alone.has(hash)));
  return { packs: whole, blobs: new Map([...[...blobs].filter(([hash]) => !isKnown(hash)), ...packed]) };
}
