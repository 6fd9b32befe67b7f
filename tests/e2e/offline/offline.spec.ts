import type { Page } from '@playwright/test';
import { type AppServer, startAppServer, startAppServerAt } from '../support/app-server.ts';
import { expect, test } from '../support/test.ts';
import { type Workbench, workbenchOf } from '../support/workbench.ts';

/** The test stops its server, so it has its own, on ports that no other worker uses. */
const FIRST_PORT = 19_600;

/** Opens the page where the copy is shown, created and removed. */
async function openData(page: Page): Promise<void> {
  await page.keyboard.press('Control+,');
  await page.getByRole('tab', { name: 'Data', exact: true }).click();
}

/** Creates the copy immediately; otherwise it is created some time after the start. */
async function keepCopy(page: Page): Promise<void> {
  await openData(page);
  const keep = page.getByRole('button', { name: 'Keep a copy' });
  const remove = page.getByRole('button', { name: 'Remove the offline copy' });
  // The app may have created it in the meantime.
  await Promise.race([keep.click().catch(() => undefined), remove.waitFor()]);
  await expect(remove).toBeVisible();
  await page.keyboard.press('Escape');
}

async function makeLandingPage(workbench: Workbench): Promise<void> {
  await workbench.open();
  await workbench.send('Make a landing page');
  await workbench.approve('node server.js');
  await expect(workbench.preview.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(workbench.status).toHaveText(/Completed/);
}

let server: AppServer | null = null;

test.describe('opening without a network', () => {
  // Starts the server and makes a copy, twice.
  test.beforeEach(async ({ browserName: _ }, { parallelIndex }) => {
    server = await startAppServer({ DEMO_PACE: 'instant' }, FIRST_PORT + parallelIndex * 100);
  });
  test.afterEach(() => server?.stop());

  test('after one visit the workbench opens while its server is stopped: chat, engine, terminal, a preview that was open', async ({
    page,
  }) => {
    if (server === null) throw new Error('No server.');
    const workbench = workbenchOf(page, server);
    await makeLandingPage(workbench);
    await keepCopy(page);
    await server.stop();

    await page.reload();
    await expect(workbench.conversation).toContainText('Make a landing page');
    await expect(page.getByText('The app’s server cannot be reached.')).toBeVisible();
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    // The app offers to restart what ran, as after every reload; the engine boots from its copy.
    await page.getByRole('button', { name: 'Start again' }).first().click();
    await workbench.tab('Preview');
    await expect(workbench.preview.getByRole('heading', { level: 1 })).toBeVisible();

    await page.goto(`${server.appOrigin}/`);
    await expect(workbench.message).toBeEditable();
  });

  test('the copy is removed on request, and a message to a model of the server waits for it', async ({ page }) => {
    if (server === null) throw new Error('No server.');
    const { port, appOrigin } = server;
    const workbench = workbenchOf(page, server);
    await makeLandingPage(workbench);
    await keepCopy(page);
    await server.stop();
    await page.reload();
    await expect(workbench.message).toBeEditable();
    await workbench.send('hello');
    await expect(page.getByText(/network/i).first()).toBeVisible();
    server = await startAppServerAt({ DEMO_PACE: 'instant' }, port);
    expect(server.port).toBe(port);
    await expect(workbench.status).toHaveText(/Completed|Ready|Waiting for you/);

    await openData(page);
    await page.getByRole('button', { name: 'Remove the offline copy' }).click();
    await expect(page.getByRole('button', { name: 'Keep a copy' })).toBeVisible();
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
    await server.stop();
    await expect(page.goto(appOrigin)).rejects.toThrow('ERR_CONNECTION_REFUSED');
  });
});
