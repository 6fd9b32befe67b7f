import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from '../support/test.ts';
import { workbenchOf } from '../support/workbench.ts';

const FILES = {
  'package.json': '{"name":"shop","scripts":{"start":"node server.js"}}',
  'src/größe.ts': 'export const size = 41;\n',
  // The browser provides no handle for it.
  'src/👩‍👩‍👧.md': '# Family\n',
  'node_modules/left/index.js': 'module.exports = 1;\n',
  '.gitignore': 'node_modules\n',
};

test('a folder that is dropped on the start page becomes a project, which says before what stays outside', async ({
  page,
  demoServer,
  appErrors,
}, testInfo) => {
  const folder = testInfo.outputPath('shop');
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const workbench = workbenchOf(page, demoServer);
  await workbench.open();
  // Until the page listens, drops are rejected.
  await expect(page.locator('html')).toHaveAttribute('data-takes-drops');
  // As from a desktop: the browser itself creates the entries.
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 40, y: 300, data });

  const dialog = page.getByRole('dialog', { name: 'Bring in a project' });
  await expect(dialog).toContainText('installed packages');
  await dialog.getByRole('button', { name: 'Bring in 4 files' }).click();
  await expect(page.getByText('“shop” is open.')).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await workbench.tab('Code');
  await expect(page.getByRole('treeitem', { name: 'node_modules' })).toHaveCount(0);
  await page.getByRole('treeitem', { name: 'größe.ts' }).click();
  await expect(workbench.editor('src/größe.ts')).toContainText('export const size = 41;');
  await expect(page.getByRole('treeitem', { name: '👩‍👩‍👧.md' })).toBeVisible();
  expect(appErrors).toEqual([]);
});

test('what is dropped before the page listens does not take its place', async ({ page, demoServer }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(`${demoServer.appOrigin}/`);
  const refused = await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['<h1>Another page</h1>'], 'other.html'));
    return ['dragover', 'drop'].map((type) => {
      const event = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer });
      document.body.dispatchEvent(event);
      return event.defaultPrevented;
    });
  });
  expect(refused).toEqual([true, true]);
});
