import type { Page } from '@playwright/test';
import { z } from 'zod';

const sightSchema = z.object({ at: z.number(), screen: z.string(), records: z.array(z.string()) });
/** What a page showed at a time, and what its journal had by then that it had not before. */
export type Sight = z.infer<typeof sightSchema>;

/** Notes what the page shows and what its journal holds, ten times a second, until the page is gone. */
export async function watch(page: Page, chatId: string): Promise<Sight[]> {
  const sights: Sight[] = [];
  await page.exposeFunction('noteSight', (sight: unknown) => void sights.push(sightSchema.parse(sight)));
  await page.evaluate(watchInPage, chatId);
  return sights;
}

/** What the page shows and all that its journal holds, now. */
export async function lookAt(page: Page, chatId: string): Promise<Sight> {
  return sightSchema.parse(
    await page.evaluate(async (id) => {
      const screen = [...document.querySelectorAll('[role=log], [role=region], .cm-content')]
        .map((element) => element.textContent)
        .join('\n');
      const opening = indexedDB.open('devonz');
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      const getting = database
        .transaction('records')
        .objectStore('records')
        .getAll(IDBKeyRange.bound([id, 0], [id, 1e9]));
      const records = await new Promise<unknown[]>((resolve, reject) => {
        getting.onsuccess = () => resolve(getting.result);
        getting.onerror = () => reject(getting.error);
      });
      database.close();
      return { at: Date.now(), screen, records: records.map((record) => JSON.stringify(record)) };
    }, chatId),
  );
}

/** Runs in the page, and names nothing outside itself. */
async function watchInPage(id: string): Promise<void> {
  const opening = indexedDB.open('devonz');
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  let seen = 0;
  let isBusy = false;
  setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    const at = Date.now();
    const screen = [...document.querySelectorAll('[role=log], [role=region], .cm-content')]
      .map((element) => element.textContent)
      .join('\n');
    const getting = database
      .transaction('records')
      .objectStore('records')
      .getAll(IDBKeyRange.bound([id, seen], [id, 1e9]));
    getting.onsuccess = () => {
      seen += getting.result.length;
      isBusy = false;
      const records = getting.result.map((record: unknown) => JSON.stringify(record));
      // `watch` has put it there.
      void (globalThis as unknown as { noteSight(sight: unknown): void }).noteSight({ at, screen, records });
    };
  }, 100);
}
