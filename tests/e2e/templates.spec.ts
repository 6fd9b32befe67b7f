import { expect, test } from './support/test.ts';
import { workbenchOf } from './support/workbench.ts';

test('a project started from a template is still there after a reload', async ({ page, demoServer, appErrors }) => {
  const workbench = workbenchOf(page, demoServer);
  await workbench.open();
  const templates = page.getByRole('list', { name: 'Start from a template' });
  await templates.getByRole('button', { name: 'Express' }).click();
  await expect(page.getByRole('heading', { name: 'Express' })).toBeVisible();
  const tree = page.getByRole('tree', { name: 'Files' });
  await expect(tree.getByRole('treeitem', { name: 'tsconfig.json' })).toBeVisible();
  await expect(workbench.conversation.getByText('npm install && npm run dev')).toBeVisible();
  await page.reload();
  await tree.getByRole('treeitem', { name: 'package.json' }).click();
  await expect(workbench.editor('package.json')).toContainText('"express": "^5.1.0"');
  await workbench.conversation.getByRole('button', { name: 'Install and run' }).click();
  await expect(workbench.conversation.getByRole('article', { name: 'Your command npm install && npm run dev is running' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Terminal', exact: true })).toHaveAttribute('aria-selected', 'true');
  expect(appErrors).toEqual([]);
});
