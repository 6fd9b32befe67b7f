import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { factsSchema } from '../src/protocol/server-messages.ts';
import { openInstance, runToEnd } from '../src/testing/page-instance.ts';

/** The bridge as users get it: packed, installed in an empty folder without its optional package, and started from there. */
const run = promisify(execFile);
const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
const APP = 'http://ide.localhost:8788';
const connectedSchema = z.strictObject({ facts: factsSchema, origin: z.string() });

let scratch: string;
let folder: string;
let program: string;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'devonz-packed-bridge-'));
  await run('npm', ['pack', '-w', 'packages/bridge', '--pack-destination', scratch], { cwd: REPOSITORY });
  const archive = (await readdir(scratch)).find((name) => name.endsWith('.tgz')) ?? '';
  folder = join(scratch, 'empty');
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  await run('npm', ['install', '--offline', '--omit=optional', '--no-audit', '--no-fund', join(scratch, archive)], { cwd: folder });
  program = join(folder, 'node_modules/devonz-bridge/dist/cli.js');
});
afterAll(() => rm(scratch, { recursive: true, force: true, maxRetries: 3 }));

it('says what it is, and what is wrong with a command line', async () => {
  expect((await run('npx', ['devonz-bridge', '--version'], { cwd: folder })).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect((await run(process.execPath, [program, '--help'])).stdout).toContain('Usage: devonz-bridge [folder]');
  const fails = (args: string[]) => run(process.execPath, [program, ...args]).catch((error: { code: number; stderr: string }) => error);
  expect(await fails(['--port', 'x'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--port takes a number') });
  expect(await fails([join(scratch, 'none')])).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no folder') });
});

it('serves a folder, opens once, runs a command for a client, and ends at a signal', async () => {
  const project = join(scratch, 'project');
  await mkdir(project);
  const child = spawn(process.execPath, [program, project, '--port', '0', '--app', APP], { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.setEncoding('utf8');
  for await (const part of child.stdout.iterator({ destroyOnReturn: false })) {
    printed += String(part);
    if (printed.includes('in place of a terminal')) break;
  }
  const [, address = '', token = ''] =
    /^http:\/\/ide\.localhost:8788\/#bridge=(http:\/\/127\.0\.0\.1:\d+)&token=([a-z2-7]{26})$/m.exec(printed) ?? [];
  const connect = () =>
    fetch(`${address}/connect`, {
      method: 'POST',
      headers: { origin: APP, 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
  const { facts, origin } = connectedSchema.parse(await (await connect()).json());
  expect(facts.folder).toMatch(/project$/);
  expect((await connect()).status).toBe(403);
  const page = await openInstance({ port: () => Number(new URL(address).port), origin: () => origin });
  await page.fs().writeFile('made', 'by a client');
  expect(await runToEnd(page, { command: 'sh', args: ['-c', 'cat made; exit 5'] })).toMatchObject({ exitCode: 5, stdout: 'by a client' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});
