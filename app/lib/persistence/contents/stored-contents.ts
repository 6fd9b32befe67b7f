import type { ContentHash } from '../../protocol/ids.ts';
import { storedSize } from '../blob-codec.ts';
import type { DevonzDatabase } from '../migrations/database-schema.ts';
import { type PackEntry, packEntryFrom, storedShares } from './content-pack.ts';

/** The two stores of contents, from any transaction: contents in their own rows, and packs. */
export interface ContentStores {
  blobs: {
    count(): Promise<number>;
    getKey(hash: string): Promise<unknown>;
    getAllKeys(range: IDBKeyRange, count: number): Promise<string[]>;
  };
  packed: {
    getAll(range: IDBKeyRange, count: number): Promise<unknown[]>;
    index(name: 'hashes'): { count(): Promise<number>; getKey(hash: string): Promise<unknown> };
  };
}

export function contentStoresOf(database: DevonzDatabase): ContentStores {
  const transaction = database.transaction(['blobs', 'packed']);
  return { blobs: transaction.objectStore('blobs'), packed: transaction.objectStore('packed') };
}

export async function isStored({ blobs, packed }: ContentStores, hash: string): Promise<boolean> {
  return (await blobs.getKey(hash)) !== undefined || (await packed.index('hashes').getKey(hash)) !== undefined;
}

/** More hashes are not kept in memory: 5 MB. */
const MOST_HELD = 50_000;
/** If the storage holds at most this many times the requested contents, reading the whole list is faster than asking for each. */
const WORTH_ALL = 10;
const KEYS_AT_ONCE = 5_000;
/** Rows per transaction: the user's own requests wait at most that long. */
const ROWS_AT_ONCE = 200;

/** All stored hashes; null if there are too many to keep. */
export async function allStored(stores: ContentStores): Promise<Set<ContentHash> | null> {
  if ((await countStored(stores)) > MOST_HELD) return null;
  const stored = new Set<ContentHash>();
  for await (const hashes of storedHashes(stores)) for (const hash of hashes) stored.add(hash);
  return stored;
}

/** The hashes of `wanted` that are stored. */
export async function storedAmong(stores: ContentStores, wanted: ReadonlySet<ContentHash>): Promise<ReadonlySet<ContentHash>> {
  if ((await countStored(stores)) > wanted.size * WORTH_ALL) {
    const hashes = [...wanted];
    const found = await Promise.all(hashes.map((hash) => isStored(stores, hash)));
    return new Set(hashes.filter((_hash, index) => found[index]));
  }
  const stored = new Set<ContentHash>();
  for await (const hashes of storedHashes(stores)) for (const hash of hashes) if (wanted.has(hash)) stored.add(hash);
  return stored;
}

async function countStored({ blobs, packed }: ContentStores): Promise<number> {
  const [single, together] = await Promise.all([blobs.count(), packed.index('hashes').count()]);
  return single + together;
}

async function* storedHashes({ blobs, packed }: ContentStores): AsyncGenerator<readonly ContentHash[]> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const keys: string[] = await blobs.getAllKeys(IDBKeyRange.lowerBound(after, true), KEYS_AT_ONCE);
    yield keys as ContentHash[]; // The keys are the hashes of the contents.
    after = keys.length < KEYS_AT_ONCE ? undefined : keys.at(-1);
  }
  for await (const { hashes } of packEntries(packed)) yield hashes;
}

/** The lists of the packs. An unreadable list is skipped: its contents count as not stored. */
export async function* packEntries(packed: ContentStores['packed']): AsyncGenerator<PackEntry> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows: unknown[] = await packed.getAll(IDBKeyRange.lowerBound(after, true), ROWS_AT_ONCE);
    for (const row of rows) {
      const entry = packEntryFrom(row);
      if (entry !== null) yield entry;
    }
    after = rows.length < ROWS_AT_ONCE ? undefined : idOf(rows.at(-1));
  }
}

/** The row's own key, even if the rest is damaged. */
function idOf(row: unknown): string | undefined {
  const id: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, 'id') : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** Size of each content in the database: of all, or of those in `wanted`. In bytes. */
export async function contentSizes(database: DevonzDatabase, wanted?: ReadonlySet<ContentHash>): Promise<Map<ContentHash, number>> {
  const sizes = new Map<ContentHash, number>();
  for await (const entry of packEntries(contentStoresOf(database).packed)) {
    for (const [hash, size] of storedShares(entry)) if (wanted?.has(hash) ?? true) sizes.set(hash, size);
  }
  const hashes = wanted === undefined ? await database.getAllKeys('blobs') : [...wanted].filter((hash) => !sizes.has(hash));
  for (let at = 0; at < hashes.length; at += ROWS_AT_ONCE) {
    const batch = hashes.slice(at, at + ROWS_AT_ONCE);
    const { store } = database.transaction('blobs');
    const stored = await Promise.all(batch.map((hash) => store.get(hash)));
    for (const [index, hash] of batch.entries()) sizes.set(hash as ContentHash, storedSize(stored[index]));
  }
  return sizes;
}
