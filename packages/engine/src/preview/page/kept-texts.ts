/** The members of a page's `localStorage` that are used here. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const PREFIX = 'preview ';
const MAX_TEXTS = 64;
const MAX_CHARACTERS = 64 * 1024;

/**
 * Stores one text per preview origin on the engine's own origin: no page of a preview can read it there, nor can programs,
 * because workers have no such storage. Keeps nothing if the browser denies storage.
 */
export class KeptTexts {
  constructor(
    private readonly storage: () => TextStorage,
    private readonly now: () => number,
  ) {}

  read(origin: string): string | null {
    try {
      const kept = this.storage().getItem(PREFIX + origin);
      return kept?.slice(kept.indexOf(' ') + 1) ?? null;
    } catch {
      return null;
    }
  }

  /** An empty text deletes the entry. */
  write(origin: string, text: string): void {
    if (text.length > MAX_CHARACTERS) return;
    try {
      const storage = this.storage();
      storage.removeItem(PREFIX + origin);
      if (text === '') return;
      this.#makeRoom(storage);
      storage.setItem(PREFIX + origin, `${this.now()} ${text}`);
    } catch {
      // Storage is full or denied; the text lasts as long as the page.
    }
  }

  /** Deletes the entries that were written longest ago. */
  #makeRoom(storage: TextStorage): void {
    const all = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) => key.startsWith(PREFIX));
    const timed = all
      .map((key) => ({ key, at: Number.parseFloat(storage.getItem(key) ?? '') || 0 }))
      .sort((first, second) => second.at - first.at);
    for (const { key } of timed.slice(MAX_TEXTS - 1)) storage.removeItem(key);
  }
}
