export interface CachedDownload {
  body: Uint8Array;
  etag: string | null;
  /** Milliseconds since the epoch. */
  storedAt: number;
}

/** Downloads kept between sessions. Never a reason to fail: what cannot be read is absent, what cannot be written is left out. */
export interface DownloadCache {
  read(url: string): Promise<CachedDownload | null>;
  write(url: string, body: Uint8Array, etag: string | null): Promise<void>;
}

const storedAtHeader = 'x-devonz-stored-at';

/** For hosts without Cache Storage: nothing is kept. */
export const noDownloadCache: DownloadCache = {
  read: async () => null,
  write: async () => undefined,
};

/** Downloads in the browser's Cache Storage, where they survive the tab. */
export function createStorageCache(storage: CacheStorage, now: () => number): DownloadCache {
  let opening: Promise<Cache> | undefined;
  const open = () => {
    opening ??= storage.open('devonz-npm-1');
    return opening;
  };
  return {
    async read(url) {
      try {
        const response = await (await open()).match(url);
        if (!response) return null;
        return {
          body: new Uint8Array(await response.arrayBuffer()),
          etag: response.headers.get('etag'),
          storedAt: Number(response.headers.get(storedAtHeader) ?? 0),
        };
      } catch {
        return null;
      }
    },
    async write(url, body, etag) {
      try {
        const headers = new Headers({ [storedAtHeader]: String(now()) });
        if (etag) headers.set('etag', etag);
        await (await open()).put(url, new Response(body.slice(), { headers }));
      } catch {
        // The quota is full, or the storage is closed to us (a private window).
      }
    },
  };
}
