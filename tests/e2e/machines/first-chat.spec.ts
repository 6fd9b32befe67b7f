import { readdir, readFile, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { openSettings } from '../support/open-settings.ts';
import { lastRequest, scriptModel, toolCall } from '../support/script-model.ts';
import { startBridge } from '../support/started-bridge.ts';
import { test as base, expect } from '../support/test.ts';
import { type Workbench, workbenchOf } from '../support/workbench.ts';

interface Connected {
  workbench: Workbench;
  bridge: Awaited<ReturnType<typeof startBridge>>;
  text(path: string): Promise<string>;
  connect(): Promise<void>;
}

const FILES = {
  'src/add.js': 'export const add = (a, b) => a - b;\n',
  '.gitignore': 'out\n',
  'out/big.log': 'not read\n',
  'README.md': '# Shop\n',
};

const test = base.extend<{ machine: Connected }>({
  machine: async ({ page, mockedServer, appErrors: _ }, use) => {
    const bridge = await startBridge(mockedServer.appOrigin, FILES);
    const workbench = workbenchOf(page, mockedServer);
    await use({
      workbench,
      bridge,
      text: (path) => readFile(join(bridge.folder, path), 'utf8'),
      async connect() {
        await page.goto(bridge.link);
        await page.getByRole('dialog', { name: 'Work on this computer' }).getByRole('button', { name: 'Connect' }).click();
        await expect(page.getByRole('treeitem', { name: 'README.md' })).toBeVisible();
      },
    });
    // The page would report that nobody answers any more.
    await page.goto('about:blank');
    await bridge.close();
  },
});

const { username } = userInfo();

test('a task on a folder of this computer: every step asks, and what was approved is on the disk', async ({ machine, page, models }) => {
  const { workbench, bridge, text, connect } = machine;
  scriptModel(models, [
    { toolCalls: [toolCall('devonz_read_file', { path: `${bridge.folder}/src/add.js` }, 'read')] },
    { toolCalls: [toolCall('devonz_edit_file', { path: 'src/add.js', edits: [{ find: 'a - b', replace: 'a + b' }] }, 'edit')] },
    { toolCalls: [toolCall('devonz_run_command', { command: 'pwd; echo oops >&2; exit 3' }, 'run')] },
    { content: 'It adds now.' },
  ]);
  await connect();
  await expect(page).not.toHaveURL(/token/);
  await expect(page.getByText(new RegExp(`^${username}@`)).first()).toBeVisible();
  await expect(page.getByRole('treeitem', { name: 'big.log' })).toHaveCount(0);
  await workbench.send('Make it add');
  await expect(workbench.approvals).toContainText('src/add.js');
  expect(await text('src/add.js')).toContain('a - b');
  await workbench.approve('src/add.js');
  await expect.poll(() => text('src/add.js')).toContain('a + b');
  await expect(workbench.approvals).toContainText(`${username}@`);
  await workbench.approve('exit 3');
  await expect(workbench.conversation).toContainText('It adds now.');
  const ran = page.getByRole('article', { name: /exit 3/ });
  await expect(ran.getByRole('group', { name: 'Standard error' })).toHaveText('oops');
  const said = lastRequest(models);
  expect(said).toContain(bridge.folder);
  expect(said).toContain('oops');
  expect(said).toContain('You work on a real machine');
});

test('what is changed outside shows at once, and a reload writes nothing into the folder', async ({ machine, page }) => {
  const { workbench, bridge, connect } = machine;
  await connect();
  await page.getByRole('treeitem', { name: 'README.md' }).click();
  await writeFile(join(bridge.folder, 'README.md'), '# Changed by git\n');
  await expect(workbench.editor('README.md')).toHaveText('# Changed by git');
  await writeFile(join(bridge.folder, 'new.txt'), 'from outside');
  await expect(page.getByRole('treeitem', { name: 'new.txt' })).toBeVisible();
  const before = await snapshot(bridge.folder);
  await page.reload();
  await expect(page.getByRole('treeitem', { name: 'new.txt' })).toBeVisible();
  expect(await snapshot(bridge.folder)).toEqual(before);
});

test('what changed while the page was away is there when it is connected again, and is not taken back by the journal', async ({
  machine,
  page,
}) => {
  const { workbench, bridge, connect, text } = machine;
  await connect();
  await page.goto('about:blank');
  await bridge.end();
  await writeFile(join(bridge.folder, 'README.md'), '# Later\n');
  await page.goto(await bridge.startAgain());
  await page.getByRole('dialog', { name: 'Work on this computer' }).getByRole('button', { name: 'Connect' }).click();
  await page.getByRole('treeitem', { name: 'README.md' }).click();
  await expect(workbench.editor('README.md')).toHaveText('# Later');
  expect(await text('README.md')).toBe('# Later\n');
});

/** It listens on a port that programs choose, not on one that systems assign: the command has then started a server. */
const SERVER = `let port = 21000;
const server = require('node:http').createServer((request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end('<h1>Served by this computer</h1>');
});
server.on('error', () => server.listen(++port, '127.0.0.1'));
server.listen(port, '127.0.0.1', () => console.log('listening on ' + port));
`;

test('a server that the agent starts there is seen in the preview, and Stop ends a command there', async ({ machine, page, models }) => {
  const { workbench, bridge, connect, text } = machine;
  await writeFile(join(bridge.folder, 'server.cjs'), SERVER);
  scriptModel(models, [
    { toolCalls: [toolCall('devonz_run_command', { command: 'node server.cjs' }, 'serve')] },
    { toolCalls: [toolCall('devonz_write_file', { path: 'README.md', content: '# By the agent\n' }, 'write')] },
    { content: 'It runs.' },
    { toolCalls: [toolCall('devonz_run_command', { command: 'echo $$ > pid.txt; sleep 300', timeout: 120_000 }, 'sleep')] },
  ]);
  await connect();
  await workbench.send('Serve it');
  await workbench.approve('server.cjs');
  await workbench.approve('README.md');
  await expect(workbench.conversation).toContainText('It runs.');
  await workbench.tab('Preview');
  await expect(workbench.preview.getByRole('heading', { name: 'Served by this computer' })).toBeVisible();
  await workbench.send('Wait');
  await workbench.approve('sleep 300');
  await expect.poll(() => text('pid.txt').catch(() => '')).toMatch(/^\d+/);
  const pid = Number(await text('pid.txt'));
  expect(isRunning(pid)).toBe(true);
  await page.getByRole('button', { name: 'Stop', exact: true }).first().click();
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test("the user's own terminal and /cmd run there, by the machine's own shell", async ({ machine, page }) => {
  const { workbench, bridge, connect, text } = machine;
  await connect();
  await workbench.send('/cmd pwd > place.txt; cat README.md');
  const card = workbench.conversation.getByRole('article', { name: /cat README\.md/ });
  await expect(card).toContainText('REMOTE COMMAND');
  await expect(card).toContainText(`${username}@`);
  await expect.poll(() => text('place.txt').catch(() => '')).toBe(`${bridge.folder}\n`);
  await workbench.send('/cmd sudo shutdown now');
  await expect(page.getByText(/was not run: it switches the machine off/).first()).toBeVisible();
  await workbench.send('/shell');
  await page.getByRole('textbox', { name: 'Terminal 1 input' }).focus();
  await page.keyboard.type('pwd > typed.txt');
  await page.keyboard.press('Enter');
  await expect.poll(() => text('typed.txt').catch(() => '')).toBe(`${bridge.folder}\n`);
});

test('while the machine is away the chat can be read, and its question is there when it is connected again', async ({
  machine,
  page,
  models,
}) => {
  const { workbench, bridge, connect, text } = machine;
  scriptModel(models, [
    { toolCalls: [toolCall('devonz_write_file', { path: 'README.md', content: '# By the agent\n' }, 'write')] },
    { content: 'Written.' },
  ]);
  await connect();
  await workbench.send('Write it');
  await expect(workbench.approvals).toContainText('README.md');
  await page.goto('about:blank');
  await bridge.end();
  await page.goBack();
  const away = page.getByRole('region', { name: 'Not connected' });
  await expect(away).toContainText(bridge.folder);
  await expect(workbench.conversation).toContainText('Write it');
  await expect(workbench.approvals).toContainText('README.md');
  await page.getByRole('treeitem', { name: 'add.js' }).click();
  await expect(workbench.editor('src/add.js')).toHaveText(/a - b/);
  expect(await text('README.md')).toBe('# Shop\n');
  await away.getByRole('button', { name: 'Connect…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Work on this computer' });
  await dialog.getByRole('textbox', { name: 'Address that the bridge prints' }).fill(await bridge.startAgain());
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await expect(away).toBeHidden();
  await workbench.approve('README.md');
  await expect(workbench.conversation).toContainText('Written.');
  await expect.poll(() => text('README.md')).toBe('# By the agent\n');
});

test('commands run unasked on a machine once its own switch is on, which is no switch of the browser', async ({
  machine,
  page,
  models,
}) => {
  const { workbench, connect } = machine;
  scriptModel(models, [
    { toolCalls: [toolCall('devonz_run_command', { command: 'echo $((40 + 2))-ran' }, 'run')] },
    { toolCalls: [toolCall('devonz_write_file', { path: 'README.md', content: '# By the agent\n' }, 'write')] },
    { content: 'Done.' },
  ]);
  await connect();
  const settings = await openSettings(page, 'Agent');
  await expect(settings).toContainText(new RegExp(`For ${username}@.* alone`));
  await settings.getByRole('switch', { name: 'Commands run unasked on a machine' }).click();
  await expect(settings.getByRole('switch', { name: 'Auto-approve commands' })).not.toBeChecked();
  await page.keyboard.press('Escape');
  await workbench.send('Look');
  await expect(workbench.approvals).toContainText('README.md');
  expect(lastRequest(models)).toContain('42-ran');
  await workbench.approve('README.md');
  await expect(workbench.conversation).toContainText('Done.');
});

test('a link to a bridge on another computer is not followed', async ({ page, mockedServer, appErrors: _ }) => {
  await page.goto(`${mockedServer.appOrigin}/#bridge=http://192.0.2.1:8798&token=${'a'.repeat(30)}`);
  const dialog = page.getByRole('dialog', { name: 'Work on this computer' });
  await expect(dialog).toContainText('not on this computer');
  await expect(dialog.getByRole('button', { name: 'Connect' })).toBeDisabled();
});

/** Every file of the folder with its content. */
async function snapshot(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const)));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
