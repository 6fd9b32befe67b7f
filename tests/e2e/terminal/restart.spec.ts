import { expect, test } from '../support/test.ts';
import { workbenchOf } from '../support/workbench.ts';

test('a shell is started again in its terminal, below what it had printed, also out of a program on a screen of its own', async ({
  page,
  demoServer,
  appErrors,
}) => {
  const workbench = workbenchOf(page, demoServer);
  await workbench.open();
  await workbench.send('/template vanilla');
  await expect(page.getByRole('treeitem', { name: 'package.json' })).toBeVisible();
  await workbench.tab('Terminal');
  await page.getByRole('button', { name: 'New terminal' }).click();
  const input = page.getByRole('textbox', { name: 'Terminal 1 input' });
  const screen = page.getByRole('tabpanel', { name: 'Terminal 1' });
  await expect(screen).toContainText('❯');
  const type = async (text: string) => {
    await input.focus();
    await page.keyboard.type(text);
  };
  await type('echo kept-$((40+2))\n');
  await expect(screen).toContainText('kept-42');
  await type('exit\n');
  await expect(page.getByText('This shell has ended.')).toBeVisible();
  await page.getByRole('button', { name: 'Start the shell again' }).last().click();
  await expect(page.getByText('This shell has ended.')).toBeHidden();
  await type('echo second-$((40+3))\n');
  await expect(screen).toContainText(/kept-42[\s\S]*ended with exit code 0[\s\S]*starts again[\s\S]*second-43/);
  // The alternate screen without a cursor, and a program that does not end.
  await type("printf '\\033[?1049h\\033[?25lelsewhere'; sleep 600\n");
  await expect(screen).toContainText('elsewhere');
  await page.getByRole('button', { name: 'Start the shell again' }).click();
  await type('echo third-$((40+4))\n');
  await expect(screen).toContainText(/kept-42[\s\S]*second-43[\s\S]*third-44/);
  expect(appErrors).toEqual([]);
});
