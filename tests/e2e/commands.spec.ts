import { openSettings } from './support/open-settings.ts';
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
  await expect(page.getByRole('treeitem', { name: 'package.json' })).toBeVisible();

  await workbench.send('/cmd echo one two');
  await expect(workbench.conversation.getByRole('article', { name: 'Your command echo one two, Exit 0' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Terminal' })).toHaveAttribute('aria-selected', 'true');
  await workbench.send('/cmd sleep 300');
  const running = workbench.conversation.getByRole('article', { name: 'Your command sleep 300 is running' });
  await running.getByRole('button', { name: 'Stop sleep 300' }).click();
  await expect(workbench.conversation.getByRole('article', { name: 'Your command sleep 300, Stopped' })).toBeVisible();
  await expect(running).toBeHidden();
  await workbench.send('/cmd rm -i package.json');
  const asking = workbench.conversation.getByRole('article', { name: 'Your command rm -i package.json is running' });
  await expect(asking.getByRole('form', { name: 'The command waits for input' })).toContainText("rm: remove regular file 'package.json'?");
  await asking.getByRole('textbox', { name: 'Command input' }).fill('n');
  await asking.getByRole('textbox', { name: 'Command input' }).press('Enter');
  await expect(workbench.conversation.getByRole('article', { name: 'Your command rm -i package.json, Exit 0' })).toBeVisible();
  await workbench.send('/cmd test -f package.json');
  await expect(workbench.conversation.getByRole('article', { name: 'Your command test -f package.json, Exit 0' })).toBeVisible();
  await box.fill('/run ');
  await expect(page.getByRole('option', { name: /^\/run dev/ })).toBeVisible();
  await box.fill('/nonsense');
  await box.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'There is no command /nonsense.' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send as a message' })).toBeVisible();
  await workbench.send('/clear');
  await expect(workbench.conversation.getByRole('article')).toHaveCount(0);
  await workbench.conversation.getByRole('button', { name: 'Show the earlier conversation' }).click();
  await expect(workbench.conversation.getByRole('article', { name: 'Your command echo one two, Exit 0' })).toBeVisible();
  const toggle = page.getByRole('banner').getByRole('button', { name: '⚡ Agent' });
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await toggle.click();
  await expect(box).toHaveAttribute('placeholder', /^chat:\/>/);
  await toggle.click();

  await openSettings(page, 'Diagnostics');
  await expect(page.getByRole('table', { name: 'Events' })).toContainText('/cmd');
  expect(appErrors).toEqual([]);
});
