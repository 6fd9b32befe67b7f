import type { Page } from '@playwright/test';
import { openSettings } from '../support/open-settings.ts';
import { scriptModel, toolCall } from '../support/script-model.ts';
import { expect, test } from '../support/test.ts';
import { workbenchOf } from '../support/workbench.ts';

declare global {
  /** Notifications shown by the page. */
  var shownNotifications: { title: string; body: string; tag: string; isClosed: boolean; press(): void }[];
}

/** Runs in the page, before everything else: a headless browser shows no system notifications, so they are recorded. */
function noteNotifications(): void {
  globalThis.shownNotifications = [];
  class NotedNotification {
    static permission: NotificationPermission = 'default';
    static async requestPermission() {
      NotedNotification.permission = 'granted';
      return NotedNotification.permission;
    }
    onclick: (() => void) | null = null;
    readonly #noted: (typeof shownNotifications)[number];

    constructor(title: string, { body = '', tag = '' }: NotificationOptions) {
      this.#noted = { title, body, tag, isClosed: false, press: () => this.onclick?.() };
      globalThis.shownNotifications.push(this.#noted);
    }

    close() {
      this.#noted.isClosed = true;
    }
  }
  Object.defineProperty(globalThis, 'Notification', { value: NotedNotification, configurable: true });
}

/** Acts as if another tab of the window were shown. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'visibilityState', { value: hidden ? 'hidden' : 'visible', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}

const notifications = (page: Page) =>
  page.evaluate(() => globalThis.shownNotifications.map(({ title, body, isClosed }) => ({ title, body, isClosed })));
const icon = (page: Page) => page.locator('link[rel="icon"]').getAttribute('href');

test('a question calls the user back to a hidden page, once, and the notification leads to it', async ({ page, workbench, models }) => {
  await page.addInitScript(noteNotifications);
  scriptModel(models, [
    { toolCalls: [toolCall('devonz_write_file', { path: '.env', content: 'TOKEN=secret\n' }, 'write')] },
    { content: 'The token is set.' },
  ]);
  await workbench.open();
  const settings = await openSettings(page, 'Appearance');
  const wanted = settings.getByRole('switch', { name: 'Notifications of the system' });
  await wanted.click();
  await expect(wanted).toBeChecked();
  await page.keyboard.press('Escape');
  await setHidden(page, true);
  await workbench.send('Set the token');
  await expect(workbench.approvals.getByRole('button', { name: 'Approve', exact: true })).toBeVisible();
  await expect(page).toHaveTitle(/^\(1\) Approval needed · /);
  expect(await icon(page)).toBe('/favicon-waiting.svg');
  expect(await notifications(page)).toEqual([{ title: 'Devonz: approval needed', body: 'Set the token', isClosed: false }]);

  await workbench.message.focus();
  await page.evaluate(() => globalThis.shownNotifications[0]?.press());
  await expect(workbench.approvals.getByRole('article')).toBeFocused();
  expect(await notifications(page)).toEqual([expect.objectContaining({ isClosed: true })]);

  await workbench.approve('.env');
  await expect(page).toHaveTitle(/^\(1\) Task completed · /);
  expect((await notifications(page)).map(({ title }) => title)).toEqual(['Devonz: approval needed', 'Devonz: task completed']);
  await setHidden(page, false);
  await expect(page).toHaveTitle('Set the token · Devonz');
  expect(await icon(page)).toBe('/favicon.svg');
});

test('a tab that follows another calls nobody', async ({ page, context, mockedServer, models, appErrors }) => {
  scriptModel(models, [{ toolCalls: [toolCall('devonz_write_file', { path: '.env', content: 'A=1\n' }, 'write')] }, { content: 'Done.' }]);
  const first = workbenchOf(page, mockedServer);
  await first.open();
  await first.send('Set it');
  await expect(page).toHaveTitle(/^\(1\) Approval needed/);
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(second.getByRole('region', { name: 'Another tab' })).toBeVisible();
  await expect(second.getByRole('region', { name: 'Approval needed' })).toBeVisible();
  await expect(second).toHaveTitle('Set it · Devonz');
  expect(appErrors).toEqual([]);
});
