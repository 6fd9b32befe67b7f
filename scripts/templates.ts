// npm run templates -- [--only react-ts,hono] [--where engine|native]
// Takes every starter template through install, type check, build and start, on the engine and on this machine, and prints the failures.
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import type { FileSystemTree, WebContainer } from '@webcontainer/api';
import { TEMPLATES } from '../app/lib/templates/template-list.ts';
import { runNative } from '../tests/bench/engine/run-native.ts';
import { startClientHost } from '../tests/conformance/harness/client-host.ts';
import { findPort } from './serve/find-port.mjs';
import { serverVariables } from './serve/server-variables.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const STEPS = ['install', 'run typecheck', 'run build'] as const;
const START_TIMEOUT_MS = 60_000;

interface Outcome {
  /** The seconds of each step by name, or the error message of a failed step. */
  [step: string]: string;
}

/** Runs steps in order until one fails. */
async function inTurn(steps: readonly [string, () => Promise<number>][]): Promise<Outcome> {
  const outcome: Outcome = {};
  for (const [name, step] of steps) {
    try {
      outcome[name] = `${((await step()) / 1000).toFixed(1)} s`;
    } catch (error) {
      outcome[name] = 'FAILED';
      process.exitCode = 1;
      console.error(error instanceof Error ? error.message : error);
      break;
    }
  }
  return outcome;
}

async function natively(name: string, registry: string | undefined): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'devonz-template-'));
  try {
    await cp(join(ROOT, 'templates', name), folder, { recursive: true, filter: (path) => isSource(path) });
    const env = registry === undefined ? {} : { npm_config_registry: registry };
    const steps = STEPS.map((step): [string, () => Promise<number>] => [
      step,
      () => runNative('npm', [...step.split(' '), ...(step === 'install' ? ['--no-audit', '--no-fund'] : [])], { cwd: folder, env }),
    ]);
    return await inTurn([...steps, ['start', () => startNatively(folder)]]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Starts the built server: the servers' `npm run dev` requires a newer Node than the one that may run this. */
async function startNatively(folder: string): Promise<number> {
  const startedAt = performance.now();
  const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const port = await findPort(19_400);
  const command = scripts.start === undefined ? ['run', 'dev', '--', '--port', String(port), '--host', '127.0.0.1'] : ['start'];
  const child = spawn('npm', command, { cwd: folder, env: { ...process.env, PORT: String(port) }, stdio: 'ignore', detached: true });
  try {
    for (;;) {
      const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
      if (response?.ok && (await response.text()).includes('<html')) return performance.now() - startedAt;
      if (child.exitCode !== null || performance.now() - startedAt > START_TIMEOUT_MS)
        throw new Error(`npm ${command.join(' ')}: no page came`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  } finally {
    // The process gets its own group, so that npm, its shell and the server end together.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
  }
}

/** The globals set by client-page.ts. */
interface PageGlobals {
  booted(): Promise<WebContainer>;
  runToEnd(command: string, args: string[]): Promise<{ exitCode: number; output: string }>;
}

async function onEngine(name: string, openPage: () => Promise<Page>): Promise<Outcome> {
  const page = await openPage();
  try {
    const tree = await readTree(join(ROOT, 'templates', name));
    await page.evaluate(async (files) => {
      const { booted } = globalThis as unknown as PageGlobals; // The page is another program: its globals have no types here.
      await (await booted()).mount(files);
    }, tree);
    const run = async (args: string[]) => {
      const startedAt = performance.now();
      const { exitCode, output } = await page.evaluate((words) => {
        const { runToEnd } = globalThis as unknown as PageGlobals; // The page is another program: its globals have no types here.
        return runToEnd('npm', words);
      }, args);
      if (exitCode !== 0) throw new Error(`npm ${args.join(' ')} ended with ${exitCode}:\n${output.slice(-2000)}`);
      return performance.now() - startedAt;
    };
    const steps = STEPS.map((step): [string, () => Promise<number>] => [step, () => run(step.split(' '))]);
    return await inTurn([...steps, ['start', () => startOnEngine(page)]]);
  } finally {
    await page.context().close();
  }
}

async function startOnEngine(page: Page): Promise<number> {
  const startedAt = performance.now();
  const shown = await page.evaluate(async (timeout) => {
    const { booted, runToEnd } = globalThis as unknown as PageGlobals; // The page is another program: its globals have no types here.
    const container = await booted();
    const ready = new Promise<number>((resolve, reject) => {
      container.on('server-ready', (port) => resolve(port));
      setTimeout(() => reject(new Error('npm run dev: no server came')), timeout);
    });
    const child = await container.spawn('npm', ['run', 'dev']);
    const port = await ready;
    const { output } = await runToEnd('curl', ['-s', `http://localhost:${port}/`]);
    child.kill();
    return output;
  }, START_TIMEOUT_MS);
  if (!shown.includes('<html')) throw new Error(`npm run dev: no page came, but: ${shown.slice(0, 500)}`);
  return performance.now() - startedAt;
}

function isSource(path: string): boolean {
  return !/^(node_modules|dist|package-lock\.json)(\/|$)/.test(relative(join(ROOT, 'templates'), path).split('/').slice(1).join('/'));
}

async function readTree(folder: string): Promise<FileSystemTree> {
  const tree: FileSystemTree = {};
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!isSource(path)) continue;
    if (entry.isDirectory()) tree[entry.name] = { directory: await readTree(path) };
    else tree[entry.name] = { file: { contents: await readFile(path, 'utf8') } };
  }
  return tree;
}

const { values } = parseArgs({ options: { only: { type: 'string' }, where: { type: 'string' } } });
const names = TEMPLATES.map(({ name }) => name).filter((name) => values.only?.split(',').includes(name) ?? true);
const { NPM_REGISTRY_URL: registry } = await serverVariables(ROOT);
const table: Record<string, Outcome> = {};
if (values.where !== 'engine') for (const name of names) table[`${name}, native`] = await natively(name, registry);
if (values.where !== 'native') {
  const host = await startClientHost({ host: 'engine', ...(registry === undefined ? {} : { registry }) });
  try {
    for (const name of names) table[`${name}, engine`] = await onEngine(name, host.openPage);
  } finally {
    await host.close();
  }
}
console.table(table);
