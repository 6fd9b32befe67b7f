import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

export const PAGES_STORE = 'open';
export const PIECES_STORE = 'pieces';

interface PagesSchema extends DBSchema {
  /** The ids of the pages that are open. */
  open: { key: string; value: true };
  /** Written only to fill the browser's log. */
  pieces: { key: number; value: Uint8Array };
}

export type PagesDatabase = IDBPDatabase<PagesSchema>;

/**
 * A database of its own: `localStorage` is written late, and a killed browser loses that. `onDiscarded`: the browser could not read what it had
 * stored for this origin and has discarded all of it, which Chromium tells the first database that is opened.
 */
export function openPagesDatabase(name: string, onDiscarded: () => void): Promise<PagesDatabase> {
  return openDB<PagesSchema>(name, 1, {
    upgrade(database, _oldVersion, _newVersion, _transaction, event) {
      if (Reflect.get(event, 'dataLoss') === 'total') onDiscarded();
      database.createObjectStore(PAGES_STORE);
      database.createObjectStore(PIECES_STORE);
    },
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase | null)?.close(),
  });
}
