import type { Page } from '@playwright/test';
import { patience } from '../../setup/patience.ts';
import { openHostilePreview } from '../support/hostile-preview.ts';
import { openSettings } from '../support/open-settings.ts';
import { expect, test } from '../support/test.ts';
import { workbenchOf } from '../support/workbench.ts';
import { enterKey } from './support/enter-key.ts';
import { keptHere, NOTHING } from './support/kept-here.ts';

const question = (page: Page) => page.getByRole('dialog', { name: 'Delete everything?' });

async function confirm(page: Page): Promise<void> {
  const dialog = question(page);
  const press = dialog.getByRole('button', { name: 'Delete everything', exact: true });
  await expect(press).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Type delete to delete everything.' }).fill('delete');
  await press.click();
}

const deleted = (page: Page) => page.getByRole('heading', { name: 'Everything was deleted', exact: true });

/** Leaves something in every kind of storage that an origin has, besides what the product stores there. */
async function leaveTraces(page: Page): Promise<void> {
  await page.evaluate(async () => {
    localStorage.setItem('trace', 'yes');
    sessionStorage.setItem('trace', 'yes');
    // biome-ignore lint/suspicious/noDocumentCookie: as the page of a former version may have set one.
    document.cookie = 'trace=yes; Path=/; Max-Age=3600';
    await (await caches.open('trace')).put('/trace', new Response('yes'));
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('trace', { create: true });
    await folder.getFileHandle('trace.txt', { create: true });
    await new Promise((resolve) => {
      const opening = indexedDB.open('trace');
      opening.onsuccess = () => resolve(opening.result.close());
    });
  });
}

test('deleting everything leaves nothing at any origin, while a program runs and a second tab is open, and ends as for a new user', async ({
  page,
  context,
  mockedServer,
  models,
}) => {
  const { frame, workbench } = await openHostilePreview(page, mockedServer, models);
  const previewOrigin = new URL(frame().url()).origin;
  await frame().evaluate(async () => {
    localStorage.setItem('left', 'yes');
    await new Promise((resolve) => {
      indexedDB.open('left').onsuccess = resolve;
    });
  });
  await expect(workbench.status).toContainText('Completed');
  await enterKey(page, { key: 'sk-entered-by-the-first-user', url: `${models.url}/v1` });
  await leaveTraces(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('treeitem', { name: 'server.mjs' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Message' }).fill('half a thou');

  await (await openSettings(page, 'Data')).getByRole('button', { name: 'Delete everything…' }).click();
  const list = question(page).getByRole('list', { name: 'What is deleted' });
  await expect(list).toContainText('1 project and 1 chat');
  await expect(list).toContainText('1 connection to models');
  await expect(question(page).getByRole('button', { name: 'Export session' })).toBeVisible();
  await confirm(page);

  await expect(deleted(page)).toBeVisible({ timeout: patience(150_000) });
  expect(await keptHere(page)).toEqual(NOTHING);
  await expect(other.getByRole('heading', { name: 'Everything was deleted in another tab' })).toBeVisible();
  expect(await keptHere(other)).toEqual(NOTHING);
  expect((await context.cookies()).map(({ name, domain }) => `${name} of ${domain}`)).toEqual([]);
  const sandbox = await context.newPage();
  await sandbox.goto(`${mockedServer.sandboxOrigin}/headless`);
  expect(await keptHere(sandbox)).toEqual(NOTHING);
  await sandbox.goto(`${previewOrigin}/__devonz/forget`);
  expect(await keptHere(sandbox)).toEqual(NOTHING);
  await sandbox.close();

  await other.getByRole('link', { name: 'Start from scratch' }).click();
  await expect(other.getByRole('textbox', { name: 'Message' })).toBeEditable();
  await page.getByRole('link', { name: 'Start from scratch' }).click();
  await expect(workbench.message).toBeEditable();
  await expect(workbench.message).toHaveText('');
  await expect(page.getByRole('button', { name: /^Model: / })).not.toContainText('entered-model');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).not.toContainText('Serve a page');
});

test('it is in the palette, and an address that others link to deletes nothing', async ({ page, demoServer }) => {
  const workbench = workbenchOf(page, demoServer);
  await workbench.open();
  await leaveTraces(page);
  await page.goto(`${demoServer.appOrigin}/delete-everything`);
  await expect(page.getByRole('heading', { name: 'Nothing was deleted' })).toBeVisible();
  expect((await keptHere(page)).databases).toContain('trace');
  await workbench.open();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('delete everything');
  await page.keyboard.press('Enter');
  await expect(question(page)).toBeVisible();
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  expect((await keptHere(page)).databases).toContain('trace');
});

test('where the storage cannot be read, everything is deleted from the page that says so', async ({ page, demoServer }) => {
  const workbench = workbenchOf(page, demoServer);
  // Acts like a browser with a damaged database, which lists and opens nothing.
  await page.addInitScript(() => {
    if (sessionStorage.getItem('repaired') !== null) return;
    IDBFactory.prototype.open = () => {
      throw new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError');
    };
    IDBFactory.prototype.databases = () => Promise.reject(new DOMException('Internal error.', 'UnknownError'));
  });
  await page.goto(demoServer.appOrigin);
  const alert = page.getByRole('alert').filter({ hasText: 'The workbench could not start.' });
  await expect(alert).toBeVisible();
  await leaveTracesWithoutDatabase(page);
  await alert.getByRole('button', { name: 'Delete everything…' }).click();
  await expect(question(page)).toContainText('also those that cannot be read');
  await confirm(page);
  // The browser still lists nothing: the page says that the database may remain.
  await expect(page.getByRole('heading', { name: 'Not everything could be deleted' })).toBeVisible();
  await expect(page.getByRole('status')).toContainText('the database of projects and chats');
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
  await page.evaluate(() => sessionStorage.setItem('repaired', 'yes'));
  await page.goto(demoServer.appOrigin);
  await expect(workbench.message).toBeEditable();
});

async function leaveTracesWithoutDatabase(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('trace', 'yes'));
}
