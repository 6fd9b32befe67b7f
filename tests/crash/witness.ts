import type { Page } from '@playwright/test';
import { z } from 'zod';

const sightSchema = z.object({ at: z.number(), screen: z.string(), records: z.array(z.string()) });
/** What a page showed at a time, and what its journal had by then that it had not before. */
export type Sight = z.infer<typeof sightSchema>;

/** Notes what the page shows and what its journal holds, ten times a second, until the page is gone. */
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

/** What the page shows and all that its journal holds, now. */
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

/** `exposeFunction` has put it into the page. */
declare function noteSight(sight: Sight): void;
/** `addWitness` has put it there. */
declare const witness: Witness;

/** Runs in the page, and names nothing outside itself. Methods only: to a named function `tsx` adds a call of its own, which no page has. */
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
      // To open what is not there makes an empty one, which the app would find in the place of its own.
      opening.onupgradeneeded = (event) => {
        // Chromium says here whether it has thrown away one that it could not read.
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
