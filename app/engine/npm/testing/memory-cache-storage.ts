/** Cache Storage in memory, as far as npm uses it; the rest fails when it is asked for. */
export class MemoryCacheStorage implements CacheStorage {
  readonly #entries = new Map<string, Response>();

  async open(): Promise<Cache> {
    return {
      match: async (request) => this.#entries.get(String(request))?.clone(),
      put: async (request, response) => {
        this.#entries.set(String(request), response);
      },
      add: unscripted,
      addAll: unscripted,
      delete: unscripted,
      keys: unscripted,
      matchAll: unscripted,
    };
  }

  readonly delete = unscripted;
  readonly has = unscripted;
  readonly keys = unscripted;
  readonly match = unscripted;
}

async function unscripted(): Promise<never> {
  throw new Error('MemoryCacheStorage: not scripted');
}
