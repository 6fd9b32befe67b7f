/** Cache Storage in memory, with the parts that copies use. */
export class MemoryCaches {
  /** The number of further responses that fit. */
  room = Number.POSITIVE_INFINITY;
  readonly #caches = new Map<string, Map<string, Response>>();

  readonly keys = async () => [...this.#caches.keys()];
  readonly delete = async (name: string) => this.#caches.delete(name);

  readonly open = async (name: string): Promise<Cache> => {
    const entries = this.#caches.get(name) ?? new Map<string, Response>();
    this.#caches.set(name, entries);
    return {
      match: async (path) => entries.get(String(path))?.clone(),
      put: async (path, response) => {
        if (this.room-- <= 0) throw new DOMException('Full.', 'QuotaExceededError');
        entries.set(String(path), response);
      },
      add: unscripted,
      addAll: unscripted,
      delete: unscripted,
      keys: unscripted,
      matchAll: unscripted,
    };
  };
}

async function unscripted(): Promise<never> {
  throw new Error('MemoryCaches: not scripted');
}
