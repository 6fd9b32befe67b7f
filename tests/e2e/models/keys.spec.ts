import type { Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from '../support/accessibility.ts';
import { openSettings } from '../support/open-settings.ts';
import { scriptModel, toolCall } from '../support/script-model.ts';
import { storedText } from '../support/stored-text.ts';
import { expect, test } from '../support/test.ts';
import { type Workbench, workbenchOf } from '../support/workbench.ts';

const KEY = 'sk-ant-canary-of-the-newcomer-0123456789';

const PAGE = `<!doctype html><title>Todos</title><h1>Todos</h1><form><input aria-label="New todo"><button>Add</button></form><ul></ul>
<script>document.forms[0].onsubmit = (event) => { event.preventDefault(); const item = document.createElement('li');
item.textContent = document.querySelector('input').value; document.querySelector('ul').append(item); };</script>`;
const SERVER = `const { createServer } = require('node:http');
const page = require('node:fs').readFileSync('index.html');
createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page)).listen(3000);`;

const TODO_LIST = [
  { toolCalls: [toolCall('devonz_write_file', { path: 'index.html', content: PAGE }, 'one')] },
  { toolCalls: [toolCall('devonz_write_file', { path: 'server.js', content: SERVER }, 'two')] },
  { toolCalls: [toolCall('devonz_run_command', { command: 'node server.js' }, 'three')] },
  { content: 'The todo list runs.', finishReason: 'stop' },
];

async function openModels(page: Page): Promise<void> {
  await openSettings(page, 'Models');
  await expect(page.getByRole('button', { name: 'Add a provider' })).toBeVisible();
}

/** Opens the form of a provider as a keyboard user does. */
async function addProvider(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a provider' }).press('Enter');
  await expect(page.getByRole('searchbox', { name: 'Which provider?' })).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('API key', { exact: true })).toBeFocused();
}

async function fillAddress(page: Page, url: string): Promise<void> {
  await page.getByText(/^Name, /).click();
  await page.getByLabel('Base URL').fill(url);
}

async function buildTodoList(workbench: Workbench): Promise<void> {
  await workbench.send('Build a todo list');
  await workbench.approve('node server.js');
  await workbench.preview.getByRole('textbox', { name: 'New todo' }).fill('Water the plants');
  await workbench.preview.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(workbench.preview.getByRole('listitem').filter({ hasText: 'Water the plants' })).toBeVisible();
  await expect(workbench.status).toHaveText(/Completed/);
}

test.describe('a newcomer with a key of their own', () => {
  test('adds Anthropic, builds a todo list with it, reloads, and removes it', async ({ page, demoServer, models, appErrors: _ }) => {
    const workbench = workbenchOf(page, demoServer);
    await workbench.open();
    await page.getByRole('button', { name: 'Add a key' }).click();
    await addProvider(page, 'anthropic');
    await page.getByLabel('API key', { exact: true }).fill(` "${KEY}"`);
    await fillAddress(page, `${models.url}/v1`);
    await expect(page.getByText('Removed blanks and quotes around the key.')).toBeVisible();
    // The mock lists models of every provider; a user may also want only one.
    await page.getByRole('textbox', { name: 'Models', exact: true }).fill('claude-sonnet-4-5');
    models.on({ userMessage: 'Say ok.' }, { content: 'ok' });
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await expect(page.getByRole('status', { name: 'Provider test result' })).toContainText('It works: 1 model.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const row = page.getByRole('listitem', { name: 'Provider Anthropic' });
    await expect(row).toContainText('Yours, key set');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /^Model: .*claude/i })).toBeVisible();

    scriptModel(models, TODO_LIST, 'Build a todo list');
    await buildTodoList(workbench);
    expect(models.getRequests().at(-1)?.path).toMatch(/messages/);
    const kept = (await page.context().cookies()).filter(({ name }) => name.startsWith('__Host-devonz-key-'));
    expect(kept).toMatchObject([{ name: '__Host-devonz-key-anthropic', httpOnly: true, secure: true, sameSite: 'Strict' }]);
    expect(JSON.stringify(kept)).not.toContain(KEY);

    await page.reload();
    await expect(page.getByRole('button', { name: /^Model: .*claude/i })).toBeVisible();
    expect(`${await storedText(page)}${await page.content()}`).not.toContain('canary');
    await openModels(page);
    await page.getByRole('button', { name: 'Remove Anthropic' }).click();
    await page.getByRole('dialog', { name: 'Remove Anthropic?' }).getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(row).toBeHidden();
    expect((await page.context().cookies()).filter(({ name }) => name.includes('devonz-key'))).toEqual([]);
    await page.reload();
    await expect(page.getByRole('button', { name: /^Model: Demo/ })).toBeVisible();
  });

  test('reads what is wrong, at every width, by keyboard', async ({ page, demoServer, appErrors }) => {
    const workbench = workbenchOf(page, demoServer);
    await workbench.open();
    await openModels(page);
    for (const width of [1440, 900, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page, `the providers, ${width} px`);
      await page.screenshot({ path: test.info().outputPath(`providers-${width}.png`) });
      await page.getByRole('button', { name: 'Add a provider' }).press('Enter');
      await expectAccessible(page, `choosing a provider, ${width} px`);
      await page.screenshot({ path: test.info().outputPath(`picker-${width}.png`) });
      await page.getByRole('button', { name: 'Cancel' }).press('Enter');
      await addProvider(page, 'openai');
      await page.getByLabel('API key', { exact: true }).fill('two words');
      await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
      await expect(page.getByRole('alert')).toContainText('has blanks, line breaks');
      await page.getByLabel('API key', { exact: true }).fill(KEY);
      await fillAddress(page, 'http://127.0.0.1:9/v1');
      await page.getByRole('button', { name: 'Test', exact: true }).press('Enter');
      await expect(page.getByRole('status', { name: 'Provider test result' })).toContainText(
        'Nobody answered. 127.0.0.1:9 could not be reached',
      );
      await expectAccessible(page, `a failed test, ${width} px`);
      await expectNoOverflow(page, `a failed test, ${width} px`);
      await page.screenshot({ path: test.info().outputPath(`failed-${width}.png`) });
      await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    }
    // The browser logs requests that the server rejects.
    expect(appErrors.splice(0).filter((error) => !error.includes('status of 400'))).toEqual([]);
  });
});
