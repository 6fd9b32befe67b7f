import { z } from 'zod';
import { downloadCacheLimits } from '../../../abi/limits.ts';

export interface CachedDownload {
  body: Uint8Array;
  etag: string | null;
  /** When it last matched the registry; milliseconds since the epoch. */
  checkedAt: number;
}

export interface CacheEntry {
  url: string;
  bytes: number;
  /** Milliseconds since the epoch. */
  usedAt: number;
}

/** Downloads kept between sessions. Failures are ignored: an unreadable entry is absent, an unwritable one is not stored. */
export interface DownloadCache {
  read(url: string): Promise<CachedDownload | null>;
  /** Continues in the background; `settle` waits for it. */
  write(url: string, body: Uint8Array, etag: string | null): void;
  /** Records that the registry confirmed the kept entry as current. */
  confirm(url: string): void;
  /** Returns the kept entries, most recently used first. */
  list(): Promise<CacheEntry[]>;
  clear(): Promise<void>;
  /** Finishes pending work, frees space if the cache is too large, and saves the usage times. */
  settle(): Promise<void>;
}

/** For hosts without Cache Storage: keeps nothing. */
export const noDownloadCache: DownloadCache = {
  read: async () => null,
  write: () => undefined,
  confirm: () => undefined,
  list: async () => [],
  clear: async () => undefined,
  settle: async () => undefined,
};

const cacheName = 'devonz-npm-2';
/** No request can reach this host, so no download has this URL. */
const indexUrl = 'http://index.invalid/';
const bytesHeader = 'x-devonz-bytes';
const indexSchema = z.record(z.string(), z.tuple([z.number(), z.number(), z.number()]));

interface Kept {
  bytes: number;
  usedAt: number;
  checkedAt: number;
}

/** Stores downloads in the browser's Cache Storage, where they survive the tab; the least recently used are removed when it is full. */
export function createStorageCache(
  storage: CacheStorage,
  now: () => number,
  { maxBytes }: { maxBytes: number } = downloadCacheLimits,
): DownloadCache {
  return new StorageCache(storage, now, maxBytes);
}

class StorageCache implements DownloadCache {
  #opened: Promise<{ cache: Cache; index: Map<string, Kept> }> | undefined;
  #pending: Promise<void>[] = [];
  /** The entries this run used or wrote; merged into the current index, which another run may have changed. */
  readonly #touched = new Map<string, Kept>();
  #hasWritten = false;

  constructor(
    private readonly storage: CacheStorage,
    private readonly now: () => number,
    private readonly maxBytes: number,
  ) {}

  async read(url: string): Promise<CachedDownload | null> {
    try {
      const { cache, index } = await this.#open();
      const response = await cache.match(url);
      if (!response) return null;
      const body = new Uint8Array(await response.arrayBuffer());
      const checkedAt = this.#touched.get(url)?.checkedAt ?? index.get(url)?.checkedAt ?? 0;
      this.#touched.set(url, { bytes: body.byteLength, usedAt: this.now(), checkedAt });
      return { body, etag: response.headers.get('etag'), checkedAt };
    } catch {
      return null;
    }
  }

  write(url: string, body: Uint8Array, etag: string | null): void {
    this.#hasWritten = true;
    this.#touched.set(url, { bytes: body.byteLength, usedAt: this.now(), checkedAt: this.now() });
    this.#pending.push(this.#put(url, body, etag));
  }

  confirm(url: string): void {
    const known = this.#touched.get(url);
    if (known) known.checkedAt = this.now();
  }

  async list(): Promise<CacheEntry[]> {
    const { cache } = await this.#open();
    const index = await this.#wholeIndex(cache);
    const entries = [...index].map(([url, { bytes, usedAt }]) => ({ url, bytes, usedAt }));
    return entries.sort((left, right) => right.usedAt - left.usedAt);
  }

  async clear(): Promise<void> {
    this.#touched.clear();
    this.#opened = undefined;
    await this.storage.delete(cacheName);
  }

  async settle(): Promise<void> {
    const pending = this.#pending;
    this.#pending = [];
    await Promise.all(pending);
    if (this.#touched.size === 0) return;
    try {
      const { cache } = await this.#open();
      const index = this.#hasWritten ? await this.#wholeIndex(cache) : await readIndex(cache);
      for (const [url, kept] of this.#touched) index.set(url, kept);
      for (const url of overflow(index, this.maxBytes)) {
        index.delete(url);
        await cache.delete(url);
      }
      const rows = [...index].map(([url, { bytes, usedAt, checkedAt }]) => [url, [bytes, usedAt, checkedAt]]);
      await cache.put(indexUrl, new Response(JSON.stringify(Object.fromEntries(rows))));
    } catch {
      // The storage is not accessible; the next run finds it unchanged.
    }
    this.#touched.clear();
    this.#hasWritten = false;
  }

  #open(): Promise<{ cache: Cache; index: Map<string, Kept> }> {
    this.#opened ??= this.storage.open(cacheName).then(async (cache) => ({ cache, index: await readIndex(cache) }));
    return this.#opened;
  }

  async #put(url: string, body: Uint8Array, etag: string | null): Promise<void> {
    try {
      const headers = new Headers({ [bytesHeader]: String(body.byteLength) });
      if (etag) headers.set('etag', etag);
      await (await this.#open()).cache.put(url, new Response(body.slice(), { headers }));
    } catch {
      // The quota is full, or the storage is not accessible (a private window).
      this.#touched.delete(url);
    }
  }

  /** Returns the index including the entries of a run that was killed before saving it. */
  async #wholeIndex(cache: Cache): Promise<Map<string, Kept>> {
    const index = await readIndex(cache);
    const present = new Set<string>();
    for (const { url } of await cache.keys()) {
      if (url === indexUrl) continue;
      present.add(url);
      if (index.has(url) || this.#touched.has(url)) continue;
      const response = await cache.match(url);
      index.set(url, { bytes: Number(response?.headers.get(bytesHeader) ?? 0), usedAt: 0, checkedAt: 0 });
    }
    for (const url of [...index.keys()]) if (!present.has(url)) index.delete(url);
    return index;
  }
}

async function readIndex(cache: Cache): Promise<Map<string, Kept>> {
  const response = await cache.match(indexUrl);
  const parsed = indexSchema.safeParse(response ? await response.json().catch(() => null) : null);
  if (!parsed.success) return new Map();
  return new Map(Object.entries(parsed.data).map(([url, [bytes, usedAt, checkedAt]]) => [url, { bytes, usedAt, checkedAt }]));
}

/** Returns the entries to remove so that the rest takes nine tenths of the space, longest unused first. */
function overflow(index: ReadonlyMap<string, Kept>, maxBytes: number): string[] {
  let total = 0;
  for (const { bytes } of index.values()) total += bytes;
  const gone: string[] = [];
  if (total <= maxBytes) return gone;
  for (const [url, { bytes }] of [...index].sort(([, left], [, right]) => left.usedAt - right.usedAt)) {
    if (total <= maxBytes * 0.9) break;
    gone.push(url);
    total -= bytes;
  }
  return gone;
}
