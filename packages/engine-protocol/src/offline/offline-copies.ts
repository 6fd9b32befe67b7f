import { isNamedByContent, OFFLINE_CACHE_PREFIX, type OfflineBuild, type OfflineFile } from './offline-build.ts';

/** The number of concurrent downloads; limited, because the page has requests of its own. */
const AT_ONCE = 3;

export interface OfflineCopiesParts {
  caches: Pick<CacheStorage, 'open' | 'keys' | 'delete'>;
  build: OfflineBuild;
  /** Rejects anything that is not the build's file. */
  fetchFile(file: OfflineFile): Promise<Response>;
}

/** The copies of builds on one origin: this worker's, and those of builds that pages still use. */
export class OfflineCopies {
  readonly #caches: OfflineCopiesParts['caches'];
  readonly #build: OfflineBuild;
  readonly #fetchFile: OfflineCopiesParts['fetchFile'];
  readonly #name: string;

  constructor({ caches, build, fetchFile }: OfflineCopiesParts) {
    this.#caches = caches;
    this.#build = build;
    this.#fetchFile = fetchFile;
    this.#name = `${OFFLINE_CACHE_PREFIX}${build.version} ${build.id}`;
  }

  /** Creates a complete copy, or leaves everything unchanged. */
  async make(addPages: (cache: Cache) => Promise<void>): Promise<void> {
    const cache = await this.#caches.open(this.#name);
    try {
      await addPages(cache);
      const waiting = [...this.#build.files];
      const work = async () => {
        for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) await this.#add(cache, file);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, () => work().catch(rethrowAfter(() => waiting.splice(0)))));
    } catch (error) {
      await this.#caches.delete(this.#name);
      throw error;
    }
  }

  /** Looks in this build's copy first, then in older ones. */
  async find(path: string): Promise<Response | undefined> {
    for (const name of await this.#names()) {
      const found = await (await this.#caches.open(name)).match(path);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Returns this build's cache, for later additions. */
  async own(): Promise<Cache> {
    return this.#caches.open(this.#name);
  }

  /** Deletes the copies of other builds, except those that pages use. If `null`, a page has not reported its version, so all are kept. */
  async dropOthers(versionsInUse: ReadonlySet<string> | null): Promise<void> {
    if (versionsInUse === null) return;
    for (const name of await this.#names()) {
      const version = name.slice(OFFLINE_CACHE_PREFIX.length).split(' ')[0] ?? '';
      if (name !== this.#name && !versionsInUse.has(version)) await this.#caches.delete(name);
    }
  }

  async #add(cache: Cache, file: OfflineFile): Promise<void> {
    const kept = isNamedByContent(file.path) ? await this.#findElsewhere(file) : undefined;
    await cache.put(file.path, kept ?? (await this.#fetchFile(file)));
  }

  async #findElsewhere({ path, sha256 }: OfflineFile): Promise<Response | undefined> {
    for (const name of await this.#names()) {
      if (name === this.#name) continue;
      const found = await (await this.#caches.open(name)).match(path);
      if (found !== undefined && (await hashOf(await found.clone().arrayBuffer())) === sha256) return found;
    }
    return undefined;
  }

  /** This build's copy comes first. */
  async #names(): Promise<string[]> {
    const names = (await this.#caches.keys()).filter((name) => name.startsWith(OFFLINE_CACHE_PREFIX));
    return [...names.filter((name) => name === this.#name), ...names.filter((name) => name !== this.#name).reverse()];
  }
}

/** Returns the hash in Base64. */
export async function hashOf(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return btoa(String.fromCharCode(...digest));
}

function rethrowAfter(work: () => void) {
  return (error: unknown): never => {
    work();
    throw error;
  };
}
