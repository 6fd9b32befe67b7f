import { expect, test } from './support/test.ts';
import { workbenchOf } from './support/workbench.ts';

test.describe('a newcomer without a key', () => {
  test('finds a first screen that teaches', async ({ page, demoServer, appErrors }) => {
    const workbench = workbenchOf(page, demoServer);
    await workbench.open();
    for (const prompt of ['Build a todo list', 'Make a landing page', 'Make a snake game', 'Fix the bug']) {
      await expect(page.getByRole('button', { name: new RegExp(prompt) })).toBeVisible();
    }
    await expect(page.getByRole('button', { name: 'Model: Demo (scripted, no AI)' })).toBeVisible();
    await expect(page.getByText('Engine, in this browser')).toBeVisible();
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    expect(appErrors).toEqual([]);
  });

  test('builds a todo list with Express, and adds a todo in it', async ({ page, demoServer, appErrors }) => {
    const workbench = workbenchOf(page, demoServer);
    await workbench.open();
    await page.getByRole('button', { name: /^Build a todo list/ }).click();
    await workbench.approve('npm install');
    await expect(page.getByRole('treeitem', { name: 'server.js' })).toBeVisible();
    await workbench.approve('npm start');
    await expect(page.getByRole('tab', { name: 'Preview' })).toHaveAttribute('aria-selected', 'true');
    await workbench.preview.getByRole('textbox', { name: 'New todo' }).fill('Water the plants');
    await workbench.preview.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(workbench.preview.getByRole('listitem').filter({ hasText: 'Water the plants' })).toBeVisible();
    await expect(workbench.status).toHaveText(/Completed/);

    // Narrowing and widening the window keeps the page in the preview, with the text typed into it.
    await workbench.preview.getByRole('textbox', { name: 'New todo' }).fill('half-written');
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('tablist', { name: 'Panes' }).getByRole('tab', { name: 'Preview' }).click();
    await expect(workbench.preview.getByRole('textbox', { name: 'New todo' })).toHaveValue('half-written');
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(workbench.preview.getByRole('textbox', { name: 'New todo' })).toHaveValue('half-written');
    expect(appErrors).toEqual([]);
  });

  for (const { prompt, heading } of [
    { prompt: 'Make a landing page', heading: 'main' },
    { prompt: 'Make a snake game', heading: 'canvas' },
  ]) {
    test(`gets "${prompt}" running without any package`, async ({ page, demoServer, appErrors }) => {
      const workbench = workbenchOf(page, demoServer);
      await workbench.open();
      await page.getByRole('listitem').filter({ hasText: prompt }).getByRole('button', { name: 'Edit first' }).click();
      await expect(workbench.message).toHaveValue(prompt);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await workbench.approve('node server.js');
      await expect(workbench.preview.locator(heading).first()).toBeVisible();
      await expect(workbench.status).toHaveText(/Completed/);
      expect(appErrors).toEqual([]);
    });
  }

  test('watches a bug being found and fixed', async ({ page, demoServer, appErrors }) => {
    const workbench = workbenchOf(page, demoServer);
    await workbench.open();
    await workbench.send('Fix the bug');
    // Runs, reads the errors, searches, edits (an existing file, so it asks), and runs again.
    for (const question of ['node server.js', 'format-price.js', 'node server.js']) await workbench.approve(question);
    await expect(workbench.status).toHaveText(/Completed/);
    await expect(workbench.preview.getByRole('heading', { name: 'Price list' })).toBeVisible();
    await page.getByRole('button', { name: /earlier steps/ }).click();
    for (const tool of ['devonz_get_errors', 'devonz_search_code', 'devonz_edit_file']) {
      await expect(workbench.conversation.getByRole('article', { name: new RegExp(tool) }).first()).toBeVisible();
    }
    expect(appErrors).toEqual([]);
  });

  test('learns plainly that the demo is a script when it asks for something else', async ({ page, demoServer }) => {
    const workbench = workbenchOf(page, demoServer);
    await workbench.open();
    await workbench.send('Write me a compiler for Fortran');
    await expect(workbench.conversation).toContainText('OPENAI_API_KEY');
    await expect(workbench.conversation).toContainText(/script/i);
  });

  test('can say no, and the demo does not continue as if it had been yes', async ({ page, demoServer }) => {
    const workbench = workbenchOf(page, demoServer);
    await workbench.open();
    await workbench.send('Make a landing page');
    await expect(workbench.approvals).toBeVisible();
    await workbench.deny('not now, please');
    await expect(workbench.conversation).toContainText('not now, please');
    await expect(page.getByRole('tab', { name: 'Preview' })).toHaveAttribute('aria-selected', 'false');
  });
});
