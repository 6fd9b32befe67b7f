import type { TextStorage } from '../kept-texts.ts';

const KEY = 'opened-previews';
/** Only the most recent ones are kept; users open fewer between two deletions of all data. */
const MOST = 2_000;

/**
 * The origins of the previews that have been open in this browser, stored on the engine's own origin, so that all of them
 * can be emptied later.
 */
export class OpenedOrigins {
  constructor(private readonly storage: () => Pick<TextStorage, 'getItem' | 'setItem'>) {}

  list(): readonly string[] {
    try {
      const read: unknown = JSON.parse(this.storage().getItem(KEY) ?? '[]');
      return Array.isArray(read) ? read.filter((origin): origin is string => typeof origin === 'string') : [];
    } catch {
      return []; // Storage is denied, or the value is not a list.
    }
  }

  note(origin: string): void {
    const before = this.list();
    if (before[0] === origin) return;
    try {
      this.storage().setItem(KEY, JSON.stringify([origin, ...before.filter((each) => each !== origin)].slice(0, MOST)));
    } catch {
      // Storage is full or denied; the same limits apply to the data of previews.
    }
  }
}
