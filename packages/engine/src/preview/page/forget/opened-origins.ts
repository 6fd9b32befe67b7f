import type { TextStorage } from '../kept-texts.ts';

const KEY = 'opened-previews';
/** The ones opened last: more than anybody opens between two times of deleting everything. */
const MOST = 2_000;

/** The origins of the previews that have been open in this browser, kept by the engine's own, so that all of them can be emptied one day. */
export class OpenedOrigins {
  constructor(private readonly storage: () => Pick<TextStorage, 'getItem' | 'setItem'>) {}

  list(): readonly string[] {
    try {
      const read: unknown = JSON.parse(this.storage().getItem(KEY) ?? '[]');
      return Array.isArray(read) ? read.filter((origin): origin is string => typeof origin === 'string') : [];
    } catch {
      return []; // Refused, or no list any more.
    }
  }

  note(origin: string): void {
    const before = this.list();
    if (before[0] === origin) return;
    try {
      this.storage().setItem(KEY, JSON.stringify([origin, ...before.filter((each) => each !== origin)].slice(0, MOST)));
    } catch {
      // Full or refused: what previews keep there is bounded as this is.
    }
  }
}
