import type { Page } from '@playwright/test';
import { migrations } from '../../../app/lib/persistence/migrations/migrations.ts';
import { patience } from '../../setup/patience.ts';
import { scriptModel, toolCall } from '../support/script-model.ts';
import { expect, test } from '../support/test.ts';
import { type Workbench, workbenchOf } from '../support/workbench.ts';

/** Values that a damaged row may have. */
const ODD_VALUES = {
  number: 5,
  nothing: null,
  text: 'x'.repeat(100_000),
  list: [[[]]],
  'other fields': { id: 7, chatId: {}, title: 9, files: 'no', bytes: new Uint8Array([1, 2, 3]), encoding: 'deflate-raw' },
} as const;

/** Overwrites every second row of the app's store, so that the others must still be read. */
async function damage(page: Page, store: string, value: unknown): Promise<number> {
  return page.evaluate(
    async ([name, damaged]) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open('devonz');
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      const transaction = database.transaction(name, 'readwrite');
      const rows = transaction.objectStore(name);
      const count = await new Promise<number>((resolve) => {
        const asking = rows.getAllKeys();
        asking.onsuccess = () => {
          const keys = asking.result.filter((_key, place) => place % 2 === 1 || asking.result.length === 1);
          for (const key of keys) {
            if (rows.keyPath === null) rows.put(damaged, key);
            else rows.put({ ...(typeof damaged === 'object' ? damaged : {}), [String(rows.keyPath)]: key });
          }
          resolve(keys.length);
        };
      });
      await new Promise<void>((resolve) => {
        transaction.oncomplete = () => resolve();
      });
      database.close();
      return count;
    },
    [store, value] as const,
  );
}

const storesOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open('devonz');
        opening.onsuccess = () => {
          resolve([...opening.result.objectStoreNames]);
          opening.result.close();
        };
      }),
  );

async function makeProjects(workbench: Workbench, models: Parameters<typeof scriptModel>[0]): Promise<string[]> {
  const { page } = workbench;
  const addresses: string[] = [];
  for (const name of ['first', 'second']) {
    models.clearFixtures();
    scriptModel(models, [
      { toolCalls: [toolCall('devonz_write_file', { path: `${name}.txt`, content: `of ${name}` }, 'write')] },
      { content: 'Written.' },
    ]);
    await workbench.open();
    await workbench.send(`Write the ${name}`);
    await expect(page.getByRole('treeitem', { name: `${name}.txt` })).toBeVisible();
    await expect(workbench.status).toContainText('Completed');
    addresses.push(page.url());
  }
  return addresses;
}

test('whatever row of the storage is damaged, the app opens, and what can be read is there', async ({ page, mockedServer, models }) => {
  test.setTimeout(patience(400_000));
  const workbench = workbenchOf(page, mockedServer);
  const addresses = await makeProjects(workbench, models);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const stores = await storesOf(page);
  for (const [place, store] of stores.entries()) {
    const [kind, value] = Object.entries(ODD_VALUES)[place % Object.keys(ODD_VALUES).length] ?? ['number', 5];
    await page.goto(`${mockedServer.appOrigin}/robots.txt`);
    const count = await damage(page, store, value);
    for (const address of [`${mockedServer.appOrigin}/`, ...addresses]) {
      await page.goto(address);
      await expect(workbench.message, `${store}: ${kind} in ${count} rows, ${address}`).toBeEditable();
      // Shown only once services have started.
      await expect(page.getByRole('button', { name: /^Model: / }), store).toContainText('gpt-test');
      await expect(page.getByRole('alert').filter({ hasText: 'The workbench could not start' }), store).toHaveCount(0);
    }
  }
  expect(errors).toEqual([]);
});

test('a database that has lost a part, or is of a newer version, is said in words and left as it is', async ({ page, demoServer }) => {
  const make = (version: number, stores: readonly string[]) =>
    page.evaluate(
      async ([made, names]) => {
        await new Promise((resolve) => {
          indexedDB.deleteDatabase('devonz').onsuccess = resolve;
        });
        await new Promise<void>((resolve) => {
          const opening = indexedDB.open('devonz', made);
          opening.onupgradeneeded = () => {
            for (const name of names) opening.result.createObjectStore(name);
          };
          opening.onsuccess = () => {
            opening.result.close();
            resolve();
          };
        });
      },
      [version, stores] as const,
    );
  const alert = page.getByRole('alert').filter({ hasText: 'The workbench could not start.' });
  await page.goto(`${demoServer.appOrigin}/robots.txt`);
  await make(migrations.length, ['chats', 'records']);
  await page.goto(demoServer.appOrigin);
  await expect(alert).toContainText('it has lost projects, blobs');
  await expect(alert.getByRole('button', { name: 'Delete everything…' })).toBeVisible();
  await page.goto(`${demoServer.appOrigin}/robots.txt`);
  await make(99, ['chats']);
  await page.goto(demoServer.appOrigin);
  await expect(alert).toContainText('a newer version of Devonz');
  // Of the app's own databases; the one that knows which pages are open has none of the user's work.
  const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name, version }) => `${name} ${version}`));
  expect(databases.filter((each) => !each.startsWith('devonz_pages'))).toEqual(['devonz 99']);
});

test('whatever the settings in this browser say, the app opens', async ({ page, demoServer }) => {
  const workbench = workbenchOf(page, demoServer);
  await workbench.open();
  const keys = await page.evaluate(() => Object.keys(localStorage));
  const known = ['devonz_agent_mode_settings', 'devonz_settings', 'devonz_outbound_hosts', 'devonz_mcp_project_servers', 'devonz_spending'];
  for (const text of ['', '{', 'null', '[]', '5', '{"theme":{"a":1},"rules":{},"servers":[null]}', `"${'x'.repeat(500_000)}"`]) {
    await page.goto(`${demoServer.appOrigin}/robots.txt`);
    const write = ([names, value]: readonly [readonly string[], string]) => {
      for (const name of names) localStorage.setItem(name, value);
    };
    await page.evaluate(write, [[...keys, ...known], text] as const);
    await page.goto(demoServer.appOrigin);
    await expect(workbench.message, text.slice(0, 60)).toBeEditable();
    await expect(page.getByRole('button', { name: /^Model: / }), text.slice(0, 60)).toContainText('Demo');
    await expect(page.getByRole('alert').filter({ hasText: 'could not start' }), text.slice(0, 60)).toHaveCount(0);
  }
});
