import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { readAgentArguments } from '../../scripts/agent/agent-arguments.ts';
import { drivePage } from '../../scripts/agent/drive-page.ts';
import { EMPTY_POLICY } from '../../scripts/agent/policy-file.ts';
import { unattendedJob } from '../../scripts/agent/unattended-job.ts';
import { findPort } from '../../scripts/serve/find-port.mjs';
import { patience } from '../setup/patience.ts';
import { runAgent } from './support/run-agent.ts';
import { expect, test } from './support/test.ts';
import { workbenchOf } from './support/workbench.ts';

/** The approvals that the demo's agent needs: changes, commands, and running code it has just written. */
const APPROVED = ['--approve', 'changes,commands,own-code'];
const DEMO = ['--model', 'demo:scripted'];

let folder = '';
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'devonz-unattended-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

async function filesOf(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const named = await Promise.all(
    files.map(async (file) => [file.slice(root.length + 1), (await readFile(file)).toString('base64')] as const),
  );
  return Object.fromEntries(named.sort());
}

for (const { prompt, questions } of [
  { prompt: 'Build a todo list', questions: ['npm install', 'npm start'] },
  { prompt: 'Fix the bug', questions: ['node server.js', 'format-price.js', 'node server.js'] },
]) {
  test(`"${prompt}" without a window makes the files that it makes in one, byte by byte`, async ({ page, demoServer }) => {
    const unattended = runAgent([...DEMO, '--task', prompt, ...APPROVED, '--write', folder]);
    const workbench = workbenchOf(page, demoServer);
    await workbench.open();
    await workbench.send(prompt);
    for (const question of questions) await workbench.approve(question);
    await expect(workbench.status).toHaveText(/Completed/, { timeout: patience(90_000) });
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Zip', exact: true }).click();
    const archive = unzipSync(await readFile(await (await download).path()));
    const windowed = Object.entries(archive).map(([path, content]) => [path, Buffer.from(content).toString('base64')] as const);

    const { exitCode, events, log } = await unattended;
    expect(log).toBe('');
    expect(exitCode).toBe(0);
    expect(events.at(0)).toMatchObject({ type: 'run-started', task: prompt });
    expect(events.at(-1)).toMatchObject({ type: 'finished', outcome: 'completed', exitCode: 0, written: true });
    expect(windowed.length).toBeGreaterThan(3);
    expect(await filesOf(folder)).toEqual(Object.fromEntries(windowed.sort()));
  });
}

test('without approvals what would ask is denied, and ends the run where that is wanted', async () => {
  const denied = await runAgent([...DEMO, '--task', 'Make a landing page', folder]);
  expect(denied.exitCode).toBe(0);
  expect(denied.events.find(({ type }) => type === 'tool-call-denied')).toMatchObject({ tool: 'devonz_run_command' });
  const asked = await runAgent([...DEMO, '--task', 'Make a landing page', '--on-ask', 'stop', folder]);
  expect(asked.exitCode).toBe(3);
  expect(asked.events.at(-1)).toMatchObject({ type: 'finished', outcome: 'asked', written: false });
  expect(await readdir(folder)).toEqual([]);
});

test('a limit ends the run with its code; what there is by then can be had as a patch', async () => {
  await mkdir(join(folder, 'src'));
  await writeFile(join(folder, 'src/mine.txt'), 'mine\n');
  const { exitCode, output } = await runAgent([...DEMO, '--task', 'Make a landing page', '--max-iterations', '2', '--diff', folder]);
  expect(exitCode).toBe(4);
  execFileSync('git', ['apply', '-'], { cwd: folder, input: output, env: { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() } });
  expect((await filesOf(folder))['src/mine.txt']).toBe(Buffer.from('mine\n').toString('base64'));
  expect((await readdir(folder)).length).toBeGreaterThan(1);
});

test('a page that the app cannot make ends the run with what it answered, and nobody waits', async ({ browser }) => {
  const server = createServer((_, response) => response.writeHead(500).end()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    const read = readAgentArguments([...DEMO, '--task', 'Make a landing page', folder]);
    if (read.ok !== true) throw new Error('These arguments are right.');
    const run = drivePage({
      browser,
      appOrigin: `http://ide.localhost:${(server.address() as AddressInfo).port}`, // A TCP server has such an address.
      job: unattendedJob(read.options, EMPTY_POLICY, 0),
      files: new Map(),
      stop: new AbortController().signal,
      onEvent: () => undefined,
      onLog: () => undefined,
    });
    await expect(run).rejects.toThrow('it answered 500');
  } finally {
    server.close();
  }
});

test('Ctrl-C stops the run, says so and leaves the folder and the machine as they were', async () => {
  const port = await findPort(18_990);
  const words = [...DEMO, '--task', 'Make a landing page', ...APPROVED, '--port', String(port), '--write', folder];
  const { exitCode, events } = await runAgent(words, { interruptAfter: '"step-started"' });
  expect(exitCode).toBe(130);
  expect(events.at(-1)).toMatchObject({ type: 'finished', outcome: 'stopped', written: false });
  expect(await readdir(folder)).toEqual([]);
  // Its server and browser are gone too: nothing that was started for this port is left.
  expect(await findPort(port)).toBe(port);
  expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain(`ide.localhost:${port}`);
});

test('wrong usage ends with 2 and says what is wrong', async () => {
  const model = await runAgent(['--model', 'openai:gpt-5', '--task', 'x', folder]);
  expect([model.exitCode, model.log]).toEqual([2, expect.stringContaining('OPENAI_API_KEY')]);
  const missing = await runAgent([...DEMO, '--task', 'x', join(folder, 'nowhere')]);
  expect([missing.exitCode, missing.log]).toEqual([2, expect.stringContaining('There is no folder')]);
});

test('the page of unattended runs does nothing in a browser that nobody drives', async ({ page, demoServer, appErrors }) => {
  await page.goto(`${demoServer.appOrigin}/unattended`);
  await expect(page.getByRole('status')).toHaveText(/Here tasks run that a program starts/);
  expect(appErrors).toEqual([]);
});
