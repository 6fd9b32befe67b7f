import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';
import { workbenchOf } from '../support/workbench.ts';

/**
 * For a page, folders of the browser's own file system behave like real ones, but need no permission. For other folders, a browser asks
 * again after a reload, which is simulated here once `asks` is set.
 */
const OPEN_OWN_FOLDER = `
globalThis.showDirectoryPicker = async () => {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle('shop', { create: true });
};
FileSystemHandle.prototype.queryPermission = async () => (sessionStorage.getItem('asks') === null ? 'granted' : 'prompt');
FileSystemHandle.prototype.requestPermission = async () => 'granted';`;

/** Writes or deletes (null) a file, as another program would. */
async function onDisk(page: Page, path: string, text: string | null): Promise<void> {
  await page.evaluate(
    async ([path, text]) => {
      const names = path.split('/');
      const name = names.pop() ?? '';
      let folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('shop', { create: true });
      for (const each of names) folder = await folder.getDirectoryHandle(each, { create: true });
      if (text === null) return folder.removeEntry(name);
      const stream = await (await folder.getFileHandle(name, { create: true })).createWritable();
      await stream.write(text);
      await stream.close();
    },
    [path, text] as const,
  );
}

function textOnDisk(page: Page, path: string): Promise<string | null> {
  return page.evaluate(async (path) => {
    try {
      const names = path.split('/');
      const name = names.pop() ?? '';
      let folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('shop');
      for (const each of names) folder = await folder.getDirectoryHandle(each);
      return await (await (await folder.getFileHandle(name)).getFile()).text();
    } catch {
      return null;
    }
  }, path);
}

test('a folder is opened, and the project and the disk follow each other, over a reload and through a conflict', async ({
  page,
  demoServer,
  appErrors,
}) => {
  const workbench = workbenchOf(page, demoServer);
  await page.addInitScript(OPEN_OWN_FOLDER);
  await workbench.open();
  await onDisk(page, 'src/a.ts', 'const a = 1;\n');
  await onDisk(page, 'notes.md', '# Notes\n');
  await onDisk(page, '.git/config', 'theirs');

  await page.getByRole('button', { name: 'Open a folder…' }).click();
  await page.getByRole('button', { name: 'Choose a folder…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open a folder' });
  await expect(dialog).toContainText('2 files');
  await dialog.getByRole('button', { name: 'Open the folder' }).click();
  await dialog
    .getByRole('button', { name: /Not now|Close/ })
    .first()
    .click();
  const state = page.getByRole('button', { name: /^Folder shop/ });
  await expect(state).toHaveAccessibleName('Folder shop: in step');

  // A program in the project writes, and another one writes on the disk.
  await workbench.send('/cmd mkdir -p lib && echo "made here" > lib/made.txt && rm notes.md');
  await expect.poll(() => textOnDisk(page, 'lib/made.txt')).toBe('made here\n');
  await expect.poll(() => textOnDisk(page, 'notes.md')).toBeNull();
  await onDisk(page, 'new.txt', 'from the disk');
  await workbench.tab('Code');
  await page.getByRole('treeitem', { name: 'new.txt' }).click();
  await expect(workbench.editor('new.txt')).toContainText('from the disk');
  expect(await textOnDisk(page, '.git/config')).toBe('theirs');

  // After a reload the browser asks again; then the changes on both sides are compared.
  await page.evaluate(() => sessionStorage.setItem('asks', 'yes'));
  await page.reload();
  await expect(state).toHaveAccessibleName('Folder shop: disconnected');
  await workbench.send('/cmd echo "const a = 3; // here" > src/a.ts && echo kept > kept.txt');
  await expect(workbench.conversation.getByText('Exit 0').nth(1)).toBeVisible();
  await onDisk(page, 'src/a.ts', 'const a = 2; // on the disk\n');
  await page.getByRole('contentinfo').getByRole('button', { name: 'Reconnect' }).click();
  await expect(state).toHaveAccessibleName('Folder shop: 1 conflict');
  expect([await textOnDisk(page, 'kept.txt'), await textOnDisk(page, 'src/a.ts')]).toEqual(['kept\n', 'const a = 2; // on the disk\n']);
  await state.click();
  await page.getByRole('button', { name: 'Show both versions of src/a.ts' }).click();
  await expect(page.getByRole('textbox', { name: 'Changes of src/a.ts' })).toContainText('// here');
  await page.getByRole('button', { name: 'Take the disk’s: src/a.ts' }).click();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(state).toHaveAccessibleName('Folder shop: in step');
  expect(await textOnDisk(page, 'src/a.ts')).toBe('const a = 2; // on the disk\n');
  await workbench.tab('Code');
  await page.getByRole('treeitem', { name: 'a.ts' }).click();
  await expect(workbench.editor('src/a.ts')).toContainText('const a = 2; // on the disk');
  expect(appErrors).toEqual([]);
});
