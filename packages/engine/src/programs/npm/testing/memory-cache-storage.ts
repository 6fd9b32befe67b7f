/** Cache Storage in memory, with the parts that npm uses; the rest throws. */
export class MemoryCacheStorage implements CacheStorage {
  readonly #entries = new Map<string, Response>();

  get size(): number {
    return this.#entries.size;
  }

  async open(): Promise<Cache> {
    return {
      match: async (request) => this.#entries.get(String(request))?.clone(),
      put: async (request, response) => {
        this.#entries.set(String(request), response);
      },
      delete: async (request) => this.#entries.delete(String(request)),
      keys: async () => [...this.#entries.keys()].map((url) => new Request(url)),
      add: unscripted,
      addAll: unscripted,
      matchAll: unscripted,
    };
  }

  async delete(): Promise<boolean> {
    this.#entries.clear();
    return true;
  }

  readonly has = unscripted;
  readonly keys = unscripted;
  readonly match = unscripted;
}

async function unscripted(): Promise<never> {
  throw new Error('MemoryCacheStorage: not scripted');
}
