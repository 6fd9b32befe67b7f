/** What a page's `localStorage` is asked for here. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const PREFIX = 'preview ';
const MAX_TEXTS = 64;
const MAX_CHARACTERS = 64 * 1024;

/**
 * A text for each preview's origin, kept by the engine's own: no page of a preview reads it there, and no program, for workers have
 * no such storage. Without storage (a browser that refuses it) nothing is kept.
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

  /** The empty text is none. */
  write(origin: string, text: string): void {
    if (text.length > MAX_CHARACTERS) return;
    try {
      const storage = this.storage();
      storage.removeItem(PREFIX + origin);
      if (text === '') return;
      this.#makeRoom(storage);
      storage.setItem(PREFIX + origin, `${this.now()} ${text}`);
    } catch {
      // Full or refused: it lasts as long as the page does.
    }
  }

  /** Of previews that have kept nothing for the longest. */
  #makeRoom(storage: TextStorage): void {
    const all = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) => key.startsWith(PREFIX));
    const timed = all
      .map((key) => ({ key, at: Number.parseFloat(storage.getItem(key) ?? '') || 0 }))
      .sort((first, second) => second.at - first.at);
    for (const { key } of timed.slice(MAX_TEXTS - 1)) storage.removeItem(key);
  }
}
