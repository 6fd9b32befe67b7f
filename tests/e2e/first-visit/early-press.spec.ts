import type { Page } from '@playwright/test';
import type { AppServer } from '../support/app-server.ts';
import { expect, test } from '../support/test.ts';
import { workbenchOf } from '../support/workbench.ts';

/** Opens the page as the server has written it. Its scripts arrive when the returned function is called. */
async function openWithoutScripts(page: Page, { appOrigin }: Pick<AppServer, 'appOrigin'>, path = '/'): Promise<() => void> {
  let letGo: () => void = () => undefined;
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await isLetGo;
    await route.continue();
  });
  await page.goto(appOrigin + path, { waitUntil: 'commit' });
  return letGo;
}

test.describe('what is pressed before the page’s scripts are there is done once they are', () => {
  for (const { button, dialog, width } of [
    { button: 'Settings', dialog: 'Settings', width: 1280 },
    { button: 'Clone a repository…', dialog: 'Clone a repository', width: 1280 },
    { button: /^Model: /, dialog: 'Model', width: 390 },
    { button: 'Projects', dialog: 'Projects', width: 390 },
  ]) {
    test(`“${dialog}” opens, at ${width} pixels`, async ({ page, demoServer, appErrors }) => {
      await page.setViewportSize({ width, height: 860 });
      const letGo = await openWithoutScripts(page, demoServer);
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      letGo();
      await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: button })).toBeFocused();
      expect(appErrors).toEqual([]);
    });
  }

  test('the browser is asked once for the file to import', async ({ page, demoServer, appErrors: _ }) => {
    // Browsers open the dialog only within some seconds of the press, and a slow machine may take longer until the page can ask.
    await page.addInitScript(() => {
      const { click } = HTMLInputElement.prototype;
      HTMLInputElement.prototype.click = function () {
        document.title += ` asks for a ${this.type}`;
        click.call(this);
      };
    });
    const letGo = await openWithoutScripts(page, demoServer);
    await page.getByRole('button', { name: 'Import a zip or a session…' }).click();
    letGo();
    await expect(page).toHaveTitle(/^(?!.*asks.*asks).* asks for a file$/);
  });

  test('a template becomes a project', async ({ page, demoServer, appErrors }) => {
    const letGo = await openWithoutScripts(page, demoServer);
    await page.getByRole('list', { name: 'Start from a template' }).getByRole('button').first().click();
    letGo();
    await expect(page).toHaveURL(/\/chat\//);
    expect(appErrors).toEqual([]);
  });

  for (const by of ['two presses of Send', 'Enter']) {
    test(`a message is sent once, whole, by ${by}`, async ({ page, mockedServer, models, appErrors }) => {
      models.on({}, { content: 'A shop it is.' });
      const { message, conversation } = workbenchOf(page, mockedServer);
      const letGo = await openWithoutScripts(page, mockedServer);
      await message.fill('Plan a shop');
      if (by === 'Enter') await message.press('Enter');
      else await page.getByRole('button', { name: 'Send', exact: true }).dblclick();
      await expect(message).toHaveValue('Plan a shop');
      letGo();
      await expect(conversation).toContainText('A shop it is.');
      await expect(conversation.getByText('Plan a shop', { exact: true })).toHaveCount(1);
      await expect(message).toHaveValue('');
      expect(appErrors).toEqual([]);
    });
  }

  test('a chat’s tab is chosen, and its menu of exports opens', async ({ page, mockedServer, models, appErrors }) => {
    models.on({}, { content: 'Hello.' });
    const workbench = workbenchOf(page, mockedServer);
    await workbench.open();
    await workbench.send('Hi');
    await expect(workbench.conversation).toContainText('Hello.');
    const path = new URL(page.url()).pathname;
    const letGoForTab = await openWithoutScripts(page, mockedServer, path);
    await workbench.tab('Problems');
    letGoForTab();
    await expect(page.getByRole('tab', { name: 'Problems', exact: true })).toHaveAttribute('aria-selected', 'true');
    await page.unrouteAll({ behavior: 'wait' });
    const letGoForMenu = await openWithoutScripts(page, mockedServer, path);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    letGoForMenu();
    await expect(page.getByRole('menuitem', { name: 'Zip', exact: true })).toBeVisible();
    expect(appErrors).toEqual([]);
  });
});
