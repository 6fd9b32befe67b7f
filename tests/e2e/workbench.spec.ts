import { scriptModel, toolCall } from './support/script-model.ts';
import { expect, test } from './support/test.ts';
import { type Workbench, workbenchOf } from './support/workbench.ts';

const write = (path: string, content: string, id: string) => toolCall('devonz_write_file', { path, content }, id);
const run = (command: string, id: string) => toolCall('devonz_run_command', { command }, id);

/** Serves the current index.html. */
const SERVER = (port: number) =>
  `import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
createServer(async (request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(await readFile('index.html', 'utf8'));
}).listen(${port});
`;
const page1 = (words: string) => `<!doctype html><title>Page</title><h1>${words}</h1>\n`;

async function openTerminal(workbench: Workbench): Promise<void> {
  const { page } = workbench;
  await workbench.tab('Terminal');
  await page.getByRole('button', { name: 'New terminal' }).click();
  await expect(page.getByRole('tab', { name: 'Terminal 1' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('textbox', { name: 'Terminal 1 input' })).toBeFocused();
}

const screenOf = (workbench: Workbench) => workbench.page.getByRole('tabpanel', { name: 'Terminal 1' });

test.describe('the workbench', () => {
  test('a served file edited by hand shows in the preview after a reload', async ({ page, mockedServer, models, appErrors }) => {
    scriptModel(models, [
      {
        toolCalls: [write('index.html', page1('Before'), 'one'), write('server.mjs', SERVER(3000), 'two'), run('node server.mjs', 'three')],
      },
      { content: 'It runs.' },
    ]);
    const workbench = workbenchOf(page, mockedServer);
    await workbench.open();
    await workbench.send('Serve a page');
    await workbench.approve('node server.mjs');
    await expect(workbench.preview.getByRole('heading')).toHaveText('Before');
    await workbench.tab('Code');
    await page.getByRole('treeitem', { name: 'index.html' }).click();
    const editor = workbench.editor('index.html');
    await editor.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(page1('After'));
    const tab = page.getByRole('tab', { name: 'index.html' });
    await expect(tab).toHaveAccessibleDescription('not saved');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(tab).not.toHaveAccessibleDescription('not saved');
    await workbench.tab('Preview');
    await page.getByRole('button', { name: 'Reload preview' }).click();
    await expect(workbench.preview.getByRole('heading')).toHaveText('After');
    expect(appErrors).toEqual([]);
  });

  test('two servers are distinguished by their ports', async ({ page, mockedServer, models, appErrors }) => {
    const served = (words: string, port: number) =>
      `require('node:http').createServer((_, response) => response.end('<h1>${words}</h1>')).listen(${port});`;
    scriptModel(models, [
      { toolCalls: [write('one.cjs', served('First', 3001), 'a'), write('two.cjs', served('Second', 3002), 'b')] },
      { toolCalls: [run('node one.cjs', 'c')] },
      { toolCalls: [run('node two.cjs', 'd')] },
      { content: 'Both run.' },
    ]);
    const workbench = workbenchOf(page, mockedServer);
    await workbench.open();
    await workbench.send('Serve twice');
    await workbench.approve('one.cjs');
    await workbench.approve('two.cjs');
    await expect(workbench.status).toHaveText(/Completed/);
    const port = page.getByRole('combobox', { name: 'Port' });
    await port.selectOption('3001');
    await expect(workbench.preview.getByRole('heading')).toHaveText('First');
    await port.selectOption('3002');
    await expect(workbench.preview.getByRole('heading')).toHaveText('Second');
    expect(appErrors).toEqual([]);
  });

  test('a terminal of one’s own runs what is typed, and Ctrl-C ends it', async ({ page, mockedServer, models, appErrors }) => {
    scriptModel(models, [{ content: 'Hello.' }]);
    const workbench = workbenchOf(page, mockedServer);
    await workbench.open();
    await workbench.send('Hello');
    await openTerminal(workbench);
    await page.keyboard.type('echo $((6*7))\n');
    await expect(screenOf(workbench)).toContainText('42');
    await page.keyboard.type('sleep 100\n');
    await page.keyboard.press('Control+c');
    await page.keyboard.type('echo back-$((40+2))\n');
    await expect(screenOf(workbench)).toContainText('back-42');
    expect(appErrors).toEqual([]);
  });

  test('files are made, renamed and deleted through the tree', async ({ page, mockedServer, models, appErrors }) => {
    scriptModel(models, [{ toolCalls: [write('src/first.txt', 'first', 'one')] }, { content: 'Done.' }]);
    page.on('dialog', (dialog) => void dialog.accept());
    const workbench = workbenchOf(page, mockedServer);
    await workbench.open();
    await workbench.send('Write a file');
    const row = (name: string) => page.getByRole('treeitem', { name, exact: true });
    const choose = async (name: string, item: string) => {
      await row(name).click({ button: 'right' });
      await page.getByRole('menuitem', { name: item }).click();
    };
    await expect(workbench.status).toHaveText(/Completed/);
    await choose('src', 'New file');
    await page.getByRole('textbox', { name: 'Name of the new file' }).fill('second.txt');
    await page.keyboard.press('Enter');
    await expect(row('second.txt')).toBeVisible();
    await expect(workbench.editor('src/second.txt')).toBeVisible();
    await choose('second.txt', 'Rename');
    await page.getByRole('textbox', { name: 'New name of second.txt' }).fill('renamed.txt');
    await page.keyboard.press('Enter');
    await expect(row('renamed.txt')).toBeVisible();
    await expect(row('second.txt')).toBeHidden();
    await choose('renamed.txt', 'Delete');
    await expect(row('renamed.txt')).toBeHidden();
    await choose('src', 'New folder');
    await page.getByRole('textbox', { name: 'Name of the new folder' }).fill('inner');
    await page.keyboard.press('Enter');
    await expect(row('inner')).toBeVisible();
    expect(appErrors).toEqual([]);
  });

  test('the changes of a run are in the Changes tab, and the project leaves as a zip', async ({
    page,
    mockedServer,
    models,
    appErrors,
  }) => {
    scriptModel(models, [{ toolCalls: [write('note.txt', 'one line\n', 'one')] }, { content: 'Written.' }]);
    const workbench = workbenchOf(page, mockedServer);
    await workbench.open();
    await workbench.send('Write a note');
    await expect(workbench.status).toHaveText(/Completed/);
    await workbench.tab('Changes');
    await expect(page.getByRole('button', { name: 'note.txt, added' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Changes of note.txt' })).toContainText('one line');
    await page.getByRole('button', { name: 'Export' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Zip', exact: true }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/\.zip$/);
    expect(appErrors).toEqual([]);
  });

  test('a crash appears among the problems and goes to the agent from there', async ({ page, mockedServer, models, appErrors }) => {
    scriptModel(models, [
      { toolCalls: [write('crash.cjs', "throw new Error('it broke here');\n", 'one')] },
      { toolCalls: [run('node crash.cjs', 'two')] },
      { content: 'It crashed.' },
      { content: 'I will see.' },
    ]);
    const workbench = workbenchOf(page, mockedServer);
    await workbench.open();
    await workbench.send('Crash');
    await workbench.approve('node crash.cjs');
    await expect(workbench.conversation).toContainText('It crashed.');
    await workbench.tab('Problems');
    const problem = page.getByRole('list', { name: 'Problems' }).getByRole('listitem').filter({ hasText: 'it broke here' });
    await expect(problem).toContainText('crash.cjs');
    await problem.getByRole('button', { name: 'Send to agent' }).click();
    await expect(workbench.conversation).toContainText('I will see.');
    expect(appErrors).toEqual([]);
  });

  test('a chat that is left, searched for and opened again has its files; a deleted one is gone', async ({
    page,
    mockedServer,
    models,
    appErrors,
  }) => {
    scriptModel(models, [{ toolCalls: [write('kept.txt', 'kept', 'one')] }, { content: 'Kept.' }]);
    const workbench = workbenchOf(page, mockedServer);
    await workbench.open();
    await workbench.send('Keep this');
    await expect(workbench.status).toHaveText(/Completed/);
    await page.getByRole('button', { name: 'New chat' }).click();
    await expect(workbench.message).toBeEditable();
    await expect(page.getByRole('treeitem', { name: 'kept.txt' })).toBeHidden();
    const chats = page.getByRole('list', { name: 'Chats' });
    await page.getByRole('button', { name: 'Chats' }).click();
    await page.getByRole('searchbox', { name: 'Search chats' }).fill('nothing of the kind');
    await expect(chats.getByRole('link')).toHaveCount(0);
    await page.getByRole('searchbox', { name: 'Search chats' }).fill('keep');
    await chats.getByRole('link', { name: /Keep this/ }).click();
    await expect(page.getByRole('treeitem', { name: 'kept.txt' })).toBeVisible();
    await page.getByRole('treeitem', { name: 'kept.txt' }).click();
    await expect(workbench.editor('kept.txt')).toHaveText('kept');
    await page.getByRole('button', { name: 'Chats' }).click();
    await chats.getByRole('button', { name: 'Delete Keep this' }).click();
    await chats.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(chats.getByText('Keep this')).toBeHidden();
    expect(appErrors).toEqual([]);
  });
});
