import { PREVIEW_PATHS } from 'devonz-engine-protocol/preview-paths';

export interface OwnFilesParts {
  caches: Pick<CacheStorage, 'open'>;
  fetch: typeof fetch;
}

/** Of the preview's origin, which its program shares: one that deletes it has no preview without a network until it is opened with one. */
const CACHE = '__devonz';

const { serviceWorker: _worker, status: _status, ...KEPT } = PREVIEW_PATHS;
const KEPT_PATHS: ReadonlySet<string> = new Set(Object.values(KEPT));

/** What a preview's host serves itself, kept at each visit: a preview that has been open once opens without the server, too. */
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

  /** The server's while it is there, so that all of them are of one build. */
  async answer(request: Request, path: string): Promise<Response> {
    try {
      return await this.#fetch(request);
    } catch (error) {
      const kept = await (await this.#caches.open(CACHE)).match(path);
      if (kept === undefined) throw error;
      return kept;
    }
  }

  /** All of them or, where one cannot be had or finds no room, what there was. */
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
