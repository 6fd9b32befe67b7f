import { PAGE_LOCK } from '../../protocol/storage-keys.ts';
import { PAGES_STORE, type PagesDatabase } from './pages-database.ts';

export interface MarkPorts {
  database: PagesDatabase;
  /** The browser releases a page's locks when its process dies. */
  locks: Pick<LockManager, 'request' | 'query'>;
  /** Of this page, unlike that of every other. */
  id: string;
  /** Calls back when the page closes, which does not happen if it or the browser is killed. */
  onClosed(run: () => void): void;
}

/** Marks this page as open until it closes. Returns whether an earlier page died open, whose mark is then removed. */
export async function markPage({ database, locks, id, onClosed }: MarkPorts): Promise<boolean> {
  // Before the mark, so that no other page takes this one for dead.
  await new Promise<void>((held, failed) => {
    locks.request(lockOf(id), () => new Promise<never>(() => held())).catch(failed);
  });
  const { held = [] } = await locks.query();
  const open = new Set(held.map(({ name }) => name));
  const { store, done } = database.transaction(PAGES_STORE, 'readwrite');
  const dead = (await store.getAllKeys()).filter((page) => !open.has(lockOf(page)));
  await Promise.all([...dead.map((page) => store.delete(page)), store.put(true, id), done]);
  onClosed(() => {
    const closing = database.transaction(PAGES_STORE, 'readwrite');
    void closing.store.delete(id).catch(() => undefined);
    // Without this, the browser would abort it with the page.
    closing.commit();
  });
  return dead.length > 0;
}

const lockOf = (id: string) => `${PAGE_LOCK}:${id}`;
