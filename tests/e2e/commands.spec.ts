import { expect, test } from './support/test.ts';
import { workbenchOf } from './support/workbench.ts';

test('slash commands: a menu, a command of one’s own in the agent’s shell, a routine of the project, and the log of it all', async ({
  page,
  demoServer,
  appErrors,
}) => {
  const workbench = workbenchOf(page, demoServer);
  await workbench.open();
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill('/');
  await expect(page.getByRole('listbox', { name: 'Commands' }).getByRole('option').first()).toContainText('/agent');
  await box.fill('/template vanilla');
  await box.press('Enter');
  await expect(page.getByRole('treeitem', { name: 'package.json' })).toBeVisible({ timeout: 30_000 });

  await workbench.send('/cmd echo one two');
  await expect(workbench.conversation.getByRole('article', { name: 'Your command echo one two, Exit 0' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('tab', { name: 'Terminal' })).toHaveAttribute('aria-selected', 'true');
  await box.fill('/run ');
  await expect(page.getByRole('option', { name: /^\/run dev/ })).toBeVisible();
  await workbench.send('/nonsense');
  await expect(page.getByRole('region', { name: /^Notifications/ }).getByText('There is no command /nonsense.')).toBeVisible();

  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Diagnostics' }).click();
  await expect(page.getByRole('table', { name: 'Events' })).toContainText('/cmd');
  expect(appErrors).toEqual([]);
});
