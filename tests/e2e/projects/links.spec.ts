import { lastRequest, scriptModel, toolCall } from '../support/script-model.ts';
import { expect, test } from '../support/test.ts';
import { type Workbench, workbenchOf } from '../support/workbench.ts';

const LINKS = 'to-file to-folder broken round root src/up';
const MAKE = 'ln -s src/a.txt to-file; ln -s src to-folder; ln -s nowhere broken; ln -s round round; ln -s / root; ln -s .. src/up';

async function openTerminal({ page, tab }: Workbench): Promise<void> {
  await tab('Terminal');
  await page.getByRole('button', { name: 'New terminal' }).click();
  await expect(page.getByRole('textbox', { name: 'Terminal 1 input' })).toBeFocused();
}

const screenOf = ({ page }: Workbench) => page.getByRole('tabpanel', { name: 'Terminal 1' });

test('symbolic links that a terminal makes are links after a reload, and the tree shows where they lead', async ({
  page,
  mockedServer,
  models,
  appErrors,
}) => {
  scriptModel(models, [
    { toolCalls: [toolCall('devonz_write_file', { path: 'src/a.txt', content: 'of a\n' }, 'one')] },
    { content: 'Done.' },
  ]);
  const workbench = workbenchOf(page, mockedServer);
  await workbench.open();
  await workbench.send('Write a file');
  await expect(workbench.status).toHaveText(/Completed/);
  await openTerminal(workbench);
  await page.keyboard.type(`${MAKE}; echo made-$((40+2))\n`);
  await expect(screenOf(workbench)).toContainText('made-42');
  await workbench.tab('Code');
  const row = (name: string) => page.getByRole('treeitem', { name, exact: true });
  await expect(row('to-file, link to src/a.txt')).toBeVisible();
  for (const name of ['to-folder, link to src', 'broken, link to nowhere', 'round, link to round', 'root, link to /', 'up, link to ..'])
    await expect(row(name)).toBeVisible();

  await page.reload();
  await workbench.tab('Code');
  await expect(row('root, link to /')).toBeVisible();
  await openTerminal(workbench);
  await page.keyboard.type(`readlink ${LINKS} | tr '\\n' ' '; cat to-folder/up/to-file; echo end-$((40+2))\n`);
  await expect(screenOf(workbench)).toContainText('end-42');
  await expect(screenOf(workbench)).toContainText('src/a.txt src nowhere round / .. of a');

  // The target of a link is opened and edited there, and the link stays a link.
  await workbench.tab('Code');
  await row('to-file, link to src/a.txt').click();
  await expect(workbench.editor('src/a.txt')).toContainText('of a');
  await workbench.editor('src/a.txt').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('edited\n');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('tab', { name: 'a.txt' })).not.toHaveAccessibleDescription('not saved');
  await workbench.tab('Terminal');
  await page.getByRole('textbox', { name: 'Terminal 1 input' }).focus();
  await page.keyboard.type('cat to-file; readlink to-file; echo again-$((40+2))\n');
  await expect(screenOf(workbench)).toContainText('again-42');
  await expect(screenOf(workbench)).toContainText(/edited\s*src\/a\.txt/);
  expect(appErrors).toEqual([]);
});

test('a link that a command of the agent makes is a link among its changes, and is taken back and brought again as one', async ({
  page,
  mockedServer,
  models,
  appErrors,
}) => {
  const run = (command: string, id: string) => toolCall('devonz_run_command', { command }, id);
  scriptModel(models, [
    { toolCalls: [toolCall('devonz_write_file', { path: 'long.txt', content: 'its whole content\n' }, 'one')] },
    { content: 'Written.' },
    { toolCalls: [run('ln -sf long.txt short.txt', 'two')] },
    { content: 'Linked.' },
    { toolCalls: [run('readlink short.txt', 'three')] },
    { content: 'Read.' },
  ]);
  const workbench = workbenchOf(page, mockedServer);
  await workbench.open();
  await workbench.send('Write a file');
  await expect(page.getByText('Written.')).toBeVisible();
  await workbench.send('Link it');
  await workbench.approve('ln -sf');
  await expect(page.getByText('Linked.')).toBeVisible();
  await workbench.tab('Changes');
  const changes = page.getByRole('tabpanel', { name: 'Changes' });
  await expect(changes).toContainText('Symbolic link to long.txt');
  await expect(changes).not.toContainText('its whole content');
  const link = page.getByRole('treeitem', { name: 'short.txt, link to long.txt' });
  await workbench.tab('Code');
  await expect(link).toBeVisible();
  await workbench.send('/undo');
  await expect(link).toBeHidden();
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(link).toBeVisible();
  // It only reads, so it does not ask.
  await workbench.send('Where does it lead?');
  await expect(page.getByText('Read.')).toBeVisible();
  expect(lastRequest(models)).toContain('Output:\\nlong.txt');
  expect(appErrors).toEqual([]);
});
