import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lastRequest, scriptModel, toolCall } from '../support/script-model.ts';
import { startSshHost } from '../support/ssh-host.ts';
import { startBridge } from '../support/started-bridge.ts';
import { test as base, expect } from '../support/test.ts';
import { type Workbench, workbenchOf } from '../support/workbench.ts';

interface Connected {
  workbench: Workbench;
  folder: string;
  text(path: string): Promise<string>;
}

/** Says that the disk is 83 % full as long as there is something to clean. */
const DF = `echo 'Filesystem 1024-blocks Used Available Capacity Mounted on'
if ls tmp/*.tmp >/dev/null 2>&1; then echo '/dev/sda1 1000 830 170 83% /'; else echo '/dev/sda1 1000 120 880 12% /'; fi
`;

const SERVER = `let port = 22000;
const server = require('node:http').createServer((request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end('<h1>Served over SSH</h1>');
});
server.on('error', () => server.listen(++port, '127.0.0.1'));
server.listen(port, '127.0.0.1', () => console.log('listening on ' + port));
`;

const SUMMARY = 'The disk was 83 % full; it is 12 % full now.';

const PARTS = Array.from({ length: 25 }, (_, index) => `part-${index}.txt`);

const FILES = {
  'tmp/old-1.tmp': 'x',
  'tmp/old-2.tmp': 'x',
  'tmp/keep.txt': 'kept\n',
  'server.cjs': SERVER,
  ...Object.fromEntries(PARTS.map((name) => [`parts/${name}`, `${name}\n`])),
};

const test = base.extend<{ server: Connected }>({
  server: async ({ page, mockedServer, appErrors: _ }, use) => {
    const host = await startSshHost({ files: FILES, programs: { df: DF } });
    const bridge = await startBridge(mockedServer.appOrigin, {}, { host });
    await page.goto(bridge.link);
    await page.getByRole('dialog', { name: 'Work on this computer' }).getByRole('button', { name: 'Connect' }).click();
    await expect(page.getByText('ada@box').first()).toBeVisible();
    await use({
      workbench: workbenchOf(page, mockedServer),
      folder: host.folder,
      text: (path) => readFile(join(host.folder, path), 'utf8').catch(() => ''),
    });
    // The page would report that nobody answers any more.
    await page.goto('about:blank');
    await bridge.close();
    await host.close();
  },
});

const run = (id: string, command: string, more: Record<string, unknown> = {}) => toolCall('devonz_run_command', { command, ...more }, id);

test('juni’s task: the agent checks the disk of a server and cleans tmp when it is over half full, each command after it was allowed', async ({
  server,
  page,
  models,
}) => {
  const { workbench, folder } = server;
  scriptModel(models, [
    { toolCalls: [run('look', 'df -P /', { reasoning: 'First see how full the disk is.' })] },
    { toolCalls: [run('ask', 'ls tmp/core.*')] },
    { toolCalls: [run('clean', 'rm tmp/*.tmp && df -P /')] },
    { toolCalls: [toolCall('devonz_task_complete', { summary: SUMMARY }, 'done')] },
    // The files that the command has deleted may be noticed in time, and are then a change that nothing has checked.
    { toolCalls: [toolCall('devonz_task_complete', { summary: SUMMARY }, 'done-again')] },
  ]);
  await workbench.send('Check the disk and clean tmp when it is over half full');
  await expect(workbench.approvals).toContainText('ada@box: $ df -P /');
  await workbench.approve('df -P /');
  const look = workbench.conversation.getByRole('article', { name: /df -P/ }).first();
  await expect(look).toContainText('Exit 0');
  // A card whose command has ended well is folded.
  await look.getByRole('button').first().click();
  await expect(look).toContainText('83%');
  await workbench.approve('ls tmp/core');
  // As the channel says it: nothing was printed for it.
  await expect(workbench.conversation.getByRole('article', { name: /ls tmp\/core/ })).toContainText('Exit 2');
  expect(await readdir(join(folder, 'tmp'))).toContain('old-1.tmp');
  await workbench.approve('rm tmp');
  await expect(workbench.conversation).toContainText('it is 12 % full now');
  expect(await readdir(join(folder, 'tmp'))).toEqual(['keep.txt']);
  await expect(workbench.status).toHaveText(/Completed/);
  const said = lastRequest(models);
  expect(said).toContain('Exit code: 2');
  expect(said).toContain('12% /');
  await workbench.tab('Terminal');
  await page.getByRole('tab', { name: 'Agent', exact: true }).click();
  const terminal = page.getByRole('tabpanel', { name: 'Agent', exact: true });
  for (const shown of ['$ df -P /', '83% /', '$ rm tmp', '12% /']) await expect(terminal).toContainText(shown);
  // This computer is the server, too, and its own programs listen on many ports.
  await workbench.tab('Preview');
  await expect(page.getByText('No server is running.')).toBeVisible();
});

test('a server that is started there is a preview, a slow command continues in the background, and Stop ends what runs there', async ({
  server,
  page,
  models,
}) => {
  const { workbench, text } = server;
  scriptModel(models, [
    { toolCalls: [run('serve', 'node server.cjs')] },
    { toolCalls: [run('slow', 'echo $$ > slow.pid; sleep 301', { timeout: 1_000 })] },
    { content: 'Both run.' },
    { toolCalls: [run('wait', 'echo $$ > wait.pid; sleep 302', { timeout: 120_000 })] },
  ]);
  await workbench.send('Serve it');
  await workbench.approve('server.cjs');
  await workbench.approve('sleep 301');
  await expect(workbench.conversation).toContainText('Both run.');
  await expect(workbench.conversation.getByRole('article', { name: /sleep 301/ })).toContainText('In the background');
  await workbench.tab('Preview');
  await expect(workbench.preview.getByRole('heading', { name: 'Served over SSH' })).toBeVisible();
  await workbench.send('Wait');
  await workbench.approve('sleep 302');
  await expect.poll(() => text('wait.pid')).toMatch(/^\d+/);
  const [slow, waiting] = [Number(await text('slow.pid')), Number(await text('wait.pid'))];
  expect([slow, waiting].map(isRunning)).toEqual([true, true]);
  await page.getByRole('button', { name: 'Stop', exact: true }).first().click();
  await expect.poll(() => isRunning(waiting)).toBe(false);
  await workbench.tab('Terminal');
  await page.getByRole('tab', { name: 'Agent', exact: true }).click();
  await page
    .getByRole('region', { name: 'Processes' })
    .getByRole('button', { name: /Stop .*sleep 301/ })
    .click();
  await expect.poll(() => isRunning(slow)).toBe(false);
});

test('a run there ends after 20 requests', async ({ server, models }) => {
  const { workbench } = server;
  scriptModel(
    models,
    PARTS.map((name) => ({ toolCalls: [toolCall('devonz_read_file', { path: `parts/${name}` }, name)] })),
  );
  await workbench.send('Read all parts');
  await expect(workbench.conversation.getByRole('article', { name: /Limit reached/ })).toBeVisible();
  expect(models.getRequests().filter(({ path }) => /responses|completions/.test(path))).toHaveLength(20);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
