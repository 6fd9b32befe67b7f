import type { Locator, Page } from '@playwright/test';
import type { AppServer } from '../support/app-server.ts';
import { scriptModel, toolCall } from '../support/script-model.ts';
import { expect, test } from '../support/test.ts';
import { workbenchOf } from '../support/workbench.ts';

test('a storage that is full while the user approves is said, and the agent continues by itself when there is room', async ({
  page,
  mockedServer,
  models,
}) => {
  scriptModel(models, [
    { toolCalls: [toolCall('devonz_write_file', { path: '.env', content: 'KEY=1\n' }, 'write')] },
    { content: 'It is written.' },
  ]);
  const workbench = workbenchOf(page, mockedServer);
  const giveQuota = await quotaOf(page, mockedServer);
  await giveQuota(4_000_000);
  await workbench.open();
  await workbench.send('Write it');
  const approve = page.getByRole('button', { name: /^Approve/ }).first();
  await expect(approve).toBeVisible();
  await fillStorage(page);
  await approve.click();
  const card = page.getByRole('alert', { name: 'Storage is full' });
  await expect(card).toContainText('Nothing is lost');
  await expect(card.getByRole('button', { name: 'Delete chats…' })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Export this project' })).toBeVisible();
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('And what now?');
  await message.press('Enter');
  await expect(message).toHaveValue('And what now?');
  await giveQuota(400_000_000);
  await pressWhileThere(card, [/^Clear caches/]);
  await expect(card).toBeHidden();
  await expect(page.getByText('It is written.')).toBeVisible();
});

test('a page that is loaded again while the storage is full shows the chat and its files, and works as soon as there is room', async ({
  page,
  mockedServer,
  models,
  appErrors,
}) => {
  scriptModel(models, [
    { toolCalls: [toolCall('devonz_write_file', { path: 'kept.txt', content: 'still here\n' }, 'write')] },
    { content: 'It is written.' },
    { content: 'There is room again.' },
  ]);
  const workbench = workbenchOf(page, mockedServer);
  const giveQuota = await quotaOf(page, mockedServer);
  await giveQuota(4_000_000);
  await workbench.open();
  await workbench.send('Write it');
  await expect(workbench.status).toHaveText(/Completed/);
  const card = page.getByRole('alert', { name: 'Storage is full' });
  // The browser may compact its files while the page is loaded, and then there is room again.
  await expect(async () => {
    await fillStorage(page);
    await page.reload();
    await expect(card).toBeVisible({ timeout: 20_000 });
  }).toPass();
  await expect(workbench.conversation).toContainText('It is written.');
  await workbench.tab('Code');
  // The card covers the files until it is collapsed.
  await card.getByRole('button', { name: 'Show less' }).click();
  await page.getByRole('treeitem', { name: 'kept.txt' }).click();
  await expect(workbench.editor('kept.txt')).toContainText('still here');
  await giveQuota(400_000_000);
  await pressWhileThere(card, ['Show more', 'Try again']);
  await expect(card).toBeHidden();
  await workbench.send('Is there room?');
  await expect(workbench.conversation).toContainText('There is room again.');
  expect(appErrors).toEqual([]);
});

/** Presses the buttons one after the other until the card is gone: the app also notices by itself that there is room. */
async function pressWhileThere(card: Locator, names: readonly (string | RegExp)[]): Promise<void> {
  for (const name of names) {
    const button = card.getByRole('button', { name });
    await expect(async () => {
      if (await card.isVisible()) await button.click({ timeout: 2_000 });
    }).toPass();
  }
}

/** Returns a function that sets how many bytes the app may store. */
async function quotaOf(page: Page, { appOrigin }: Pick<AppServer, 'appOrigin'>): Promise<(quotaSize: number) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(appOrigin);
  return async (quotaSize) => void (await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize }));
}

/** Fills it until nothing more fits: browsers only recompute the remaining space when it seems to be used up. */
async function fillStorage(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('filler', 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore('rows', { autoIncrement: true });
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const fits = (size: number) =>
      new Promise<boolean>((resolve) => {
        const transaction = database.transaction('rows', 'readwrite');
        transaction.oncomplete = () => resolve(true);
        transaction.onabort = () => resolve(false);
        transaction.objectStore('rows').add(crypto.getRandomValues(new Uint8Array(size)));
      });
    for (const size of [65_536, 4_096, 256, 16]) while (await fits(size));
  });
}
