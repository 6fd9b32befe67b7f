import { PREVIEW_PATHS } from 'devonz-engine-protocol/preview-paths';

export interface OwnFilesParts {
  caches: Pick<CacheStorage, 'open'>;
  fetch: typeof fetch;
}

/**
 * A cache on the preview's origin, which its program shares: a program that deletes it has no offline preview until its
 * next visit with a network.
 */
const CACHE = '__devonz';

const { serviceWorker: _worker, status: _status, ...KEPT } = PREVIEW_PATHS;
const KEPT_PATHS: ReadonlySet<string> = new Set(Object.values(KEPT));

/** The files that a preview's host serves itself, cached on each visit: a preview that has been open once also opens without the server. */
export class OwnFiles {
  readonly #caches: OwnFilesParts['caches'];
  readonly #fetch: typeof fetch;

  constructor({ caches, fetch }: OwnFilesParts) {
    this.#caches = caches;
    this.#fetch = fetch;
  }

  has(path: string): boolean {
    return KEPT_PATHS.has(path);
  }

  /** Prefers the server's file while it is reachable, so that all files are of one build. */
  async answer(request: Request, path: string): Promise<Response> {
    try {
      return await this.#fetch(request);
    } catch (error) {
      const kept = await (await this.#caches.open(CACHE)).match(path);
      if (kept === undefined) throw error;
      return kept;
    }
  }

  /** Caches all files or, if one is unavailable or does not fit, keeps the previous ones. */
  async keep(): Promise<void> {
    const paths = [...KEPT_PATHS];
    const answers = await Promise.all(paths.map((path) => this.#fetch(path, { redirect: 'error' })));
    if (answers.some(({ status }) => status !== 200)) return;
    const cache = await this.#caches.open(CACHE);
    for (const [place, path] of paths.entries()) {
      const answer = answers[place];
      if (answer) await cache.put(path, answer);
    }
  }
}
