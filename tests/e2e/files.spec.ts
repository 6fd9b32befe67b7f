import { Buffer } from 'node:buffer';
import { expect, test } from './support/test.ts';
import { workbenchOf } from './support/workbench.ts';

test('files are moved by drag, deleted and taken back, and uploaded into the folder they are dropped on', async ({
  page,
  demoServer,
  appErrors,
}) => {
  const workbench = workbenchOf(page, demoServer);
  await workbench.open();
  await page.getByRole('list', { name: 'Start from a template' }).getByRole('button', { name: 'Express' }).click();
  const tree = page.getByRole('tree', { name: 'Files' });
  const row = (name: string) => tree.getByRole('treeitem', { name, exact: true });
  await expect(row('src')).toHaveAttribute('aria-expanded', 'true');
  await row('tsconfig.json').dragTo(row('src'));
  const moved = tree.getByTitle('src/tsconfig.json', { exact: true });
  await expect(moved).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(moved).toBeHidden();
  await expect(row('tsconfig.json')).toBeVisible();
  await row('src').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(row('src')).toBeHidden();
  await page.getByText('src is deleted').locator('..').locator('..').getByRole('button', { name: 'Undo' }).click();
  await expect(row('src')).toBeVisible();
  const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64');
  const held = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], 'dot.png', { type: 'image/png' }));
      return transfer;
    },
    [...picture],
  );
  await row('src').dispatchEvent('drop', { dataTransfer: held });
  await expect(row('dot.png')).toHaveAttribute('aria-level', '2');
  expect(appErrors).toEqual([]);
});
