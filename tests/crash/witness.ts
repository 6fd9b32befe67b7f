import type { Page } from '@playwright/test';
import { z } from 'zod';

const sightSchema = z.object({ at: z.number(), screen: z.string(), records: z.array(z.string()) });
/** The page's content at a time, and the journal records added since the last sight. */
export type Sight = z.infer<typeof sightSchema>;

/** Records the page's content and its journal ten times a second, until the page is gone. */
export async function watch(page: Page, chatId: string): Promise<Sight[]> {
  const sights: Sight[] = [];
  await page.exposeFunction('noteSight', (sight: unknown) => void sights.push(sightSchema.parse(sight)));
  await page.evaluate(addWitness);
  await page.evaluate(async (id) => {
    const database = await witness.open();
    let seen = 0;
    let isBusy = false;
    setInterval(async () => {
      if (isBusy) return;
      isBusy = true;
      const sight = await witness.look(database, id, seen);
      seen += sight.records.length;
      isBusy = false;
      noteSight(sight);
    }, 100);
  }, chatId);
  return sights;
}

/** Returns the page's current content and all records of its journal. */
export async function lookAt(page: Page, chatId: string): Promise<Sight> {
  await page.evaluate(addWitness);
  const sight = await page.evaluate(async (id) => {
    const database = await witness.open();
    const seen = await witness.look(database, id, 0);
    database.close();
    return seen;
  }, chatId);
  return sightSchema.parse(sight);
}

interface Witness {
  settled<Value>(request: IDBRequest<Value>): Promise<Value>;
  open(): Promise<IDBDatabase>;
  look(database: IDBDatabase, chatId: string, from: number): Promise<Sight>;
}

/** Added to the page by `exposeFunction`. */
declare function noteSight(sight: Sight): void;
/** Added to the page by `addWitness`. */
declare const witness: Witness;

/** Runs in the page, and refers to nothing outside itself. Methods only: `tsx` adds a helper call to named functions, which no page has. */
function addWitness(): void {
  const added: Witness = {
    settled(request) {
      return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    },
    async open() {
      const opening = indexedDB.open('devonz');
      let missing: string | null = null;
      // Opening a missing database creates an empty one, which the app would find in place of its own.
      opening.onupgradeneeded = (event) => {
        // Chromium reports here whether it has discarded a database that it could not read.
        missing = `data loss: ${Reflect.get(event, 'dataLoss')} ${Reflect.get(event, 'dataLossMessage')}`;
        opening.transaction?.abort();
      };
      try {
        return await added.settled(opening);
      } catch (error) {
        if (missing === null) throw error;
        const names = (await indexedDB.databases()).map(({ name, version }) => `${name} ${version}`);
        throw new Error(`The app has no database at ${location.pathname}; there are: ${names.join(', ') || 'none'}; ${missing}`);
      }
    },
    async look(database, chatId, from) {
      const at = Date.now();
      const screen = [...document.querySelectorAll('[role=log], [role=region], .cm-content')]
        .map((element) => element.textContent)
        .join('\n');
      const records = database.transaction('records').objectStore('records');
      const found = await added.settled(records.getAll(IDBKeyRange.bound([chatId, from], [chatId, 1e9])));
      return { at, screen, records: found.map((record: unknown) => JSON.stringify(record)) };
    },
  };
  Object.assign(globalThis, { witness: added });
}
