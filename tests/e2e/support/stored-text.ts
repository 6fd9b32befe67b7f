import type { Page } from '@playwright/test';

/** Returns everything this origin stores that a script of the page can read, as text: contents decompressed, bytes as UTF-8. */
export function storedText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    async function unpack(bytes: Uint8Array<ArrayBuffer>, format: CompressionFormat): Promise<string> {
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format));
      return new Response(stream).text();
    }

    async function readable(value: unknown): Promise<unknown> {
      // A pack of contents.
      if (value instanceof Uint8Array && value[0] === 0x1f && value[1] === 0x8b) return unpack(new Uint8Array(value), 'gzip');
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return new TextDecoder().decode(value);
      if (Array.isArray(value)) return Promise.all(value.map(readable));
      if (typeof value !== 'object' || value === null) return value;
      if ('encoding' in value && value.encoding === 'deflate-raw' && 'bytes' in value && value.bytes instanceof Uint8Array) {
        return unpack(new Uint8Array(value.bytes), 'deflate-raw');
      }
      const entries = Object.entries(value).map(async ([name, part]) => [name, await readable(part)] as const);
      return Object.fromEntries(await Promise.all(entries));
    }

    function done<Result>(request: IDBRequest<Result>): Promise<Result> {
      return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    }

    const all: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([done(rows.getAllKeys()), done(rows.getAll())]);
        all.push(keys, await readable(values));
      }
      database.close();
    }
    for (const name of await caches.keys()) all.push((await (await caches.open(name)).keys()).map(({ url }) => url));
    return JSON.stringify(all);
  });
}
