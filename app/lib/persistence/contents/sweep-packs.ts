import type { ContentHash } from '../../protocol/ids.ts';
import { packBlob, type StoredBlob } from '../blob-codec.ts';
import type { DevonzDatabase } from '../migrations/database-schema.ts';
import { openPack } from './content-pack.ts';
import { contentStoresOf, packEntries } from './stored-contents.ts';

/** Packs handled in one transaction. */
const AT_ONCE = 20;

export type SweepTransaction = ReturnType<typeof openSweep>;

export function openSweep(database: DevonzDatabase) {
  return database.transaction(['records', 'chats', 'files', 'blobs', 'packed', 'packs'], 'readwrite');
}

interface SweptPack {
  id: string;
  /** All its contents, from its own list, because the list row may be damaged. */
  hashes: readonly ContentHash[];
  /** The contents that are still needed, which get rows of their own. */
  kept: ReadonlyMap<ContentHash, StoredBlob>;
}

/**
 * Deletes packs whose contents are all unused, and splits packs that are less than half used. `forgetNamed` removes from
 * `unused`, in the deleting transaction, the contents that are referred to by then. A damaged pack stays, in case a later version
 * can read it.
 */
export async function sweepPacks(
  database: DevonzDatabase,
  unused: ReadonlySet<string>,
  forgetNamed: (transaction: SweepTransaction) => Promise<void>,
): Promise<void> {
  const ids: string[] = [];
  for await (const { id, hashes, sizes } of packEntries(contentStoresOf(database).packed)) {
    if (isWorthIt(new Map(hashes.map((hash, index) => [hash, sizes[index] ?? 0])), unused)) ids.push(id);
  }
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const packs: SweptPack[] = [];
    for (const id of ids.slice(at, at + AT_ONCE)) {
      const contents = await openPack(await database.get('packs', id));
      const isRight = contents !== null && isWorthIt(new Map([...contents].map(([hash, { byteLength }]) => [hash, byteLength])), unused);
      if (isRight) packs.push({ id, hashes: [...contents.keys()], kept: await keptOf(contents, unused) });
    }
    const transaction = openSweep(database);
    await forgetNamed(transaction);
    for (const { id, hashes, kept } of packs) {
      if (!hashes.every((hash) => kept.has(hash) || unused.has(hash))) continue;
      for (const [hash, blob] of kept) await transaction.objectStore('blobs').put(blob, hash);
      await transaction.objectStore('packed').delete(id);
      await transaction.objectStore('packs').delete(id);
    }
    await transaction.done;
  }
}

function isWorthIt(sizes: ReadonlyMap<ContentHash, number>, unused: ReadonlySet<string>): boolean {
  let [needed, whole, count] = [0, 0, 0];
  for (const [hash, size] of sizes) {
    whole += size;
    if (unused.has(hash)) continue;
    needed += size;
    count += 1;
  }
  return count === 0 || needed * 2 < whole;
}

async function keptOf(
  contents: ReadonlyMap<ContentHash, Uint8Array>,
  unused: ReadonlySet<string>,
): Promise<ReadonlyMap<ContentHash, StoredBlob>> {
  const kept = new Map<ContentHash, StoredBlob>();
  for (const [hash, content] of contents) {
    // Uses a separate buffer, because a database would copy the whole buffer behind a view.
    if (!unused.has(hash)) kept.set(hash, await packBlob(content.slice()));
  }
  return kept;
}
