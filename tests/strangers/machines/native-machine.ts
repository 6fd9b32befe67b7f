import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { findChromium } from '../../setup/find-chromium.ts';
import { listeningPorts, processTree } from './listening-ports.ts';
import { changed, type Machine, type Server } from './machine.ts';
import { QUIET } from './quiet.ts';
import { shownFrame } from './shown-frame.ts';

const POLL_MILLISECONDS = 200;
const KEPT_CHARACTERS = 200_000;

interface Running {
  child: ChildProcess;
  output(): string;
  ended: Promise<number>;
}

/** Runs native Node in a folder. */
export async function nativeMachine(folder: string): Promise<Machine> {
  const found = await findChromium();
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    args: found.arguments,
    env: { ...process.env, ...found.environment } as Record<string, string>, // Playwright drops undefined values.
  });
  return {
    async run(command, milliseconds) {
      const running = begin(command, folder);
      const exitCode = await Promise.race([running.ended, wait(milliseconds, null, { ref: false })]);
      if (exitCode === null) await end(running);
      return { exitCode, output: running.output() };
    },
    start: async (command) => serverOf(begin(command, folder)),
    async change(change) {
      const path = join(folder, change.file);
      await writeFile(path, changed(await readFile(path, 'utf8'), change));
    },
    async show(address) {
      const page = await browser.newPage();
      const load = () => page.goto(address, { waitUntil: 'commit' }).then(ignore, ignore);
      await load();
      return shownFrame(async () => page.mainFrame(), load);
    },
    close: () => browser.close(),
  };
}

/** Runs a project's own generator, in an empty folder. */
export async function runNatively(
  command: string,
  folder: string,
  milliseconds: number,
): Promise<{ exitCode: number | null; output: string }> {
  const running = begin(command, folder, { CI: '1' });
  const exitCode = await Promise.race([running.ended, wait(milliseconds, null, { ref: false })]);
  if (exitCode === null) await end(running);
  return { exitCode, output: running.output() };
}

function serverOf(running: Running): Server {
  return {
    output: running.output,
    async address(port, milliseconds) {
      const until = Date.now() + milliseconds;
      while (Date.now() < until && running.child.exitCode === null) {
        const ports = await listeningPorts(await processTree(running.child.pid ?? 0));
        const chosen = ports.find((each) => port === undefined || each === port);
        if (chosen !== undefined) return `http://localhost:${chosen}/`;
        await wait(POLL_MILLISECONDS);
      }
      return null;
    },
    stop: () => end(running),
  };
}

function begin(command: string, cwd: string, more: Record<string, string> = {}): Running {
  const env: NodeJS.ProcessEnv = { ...process.env, ...QUIET, ...more };
  // Set by the npm script that runs this.
  for (const name of Object.keys(env)) if (/^npm_(?!config_registry)|^INIT_CWD$|^NODE_OPTIONS$|^FORCE_COLOR$/i.test(name)) delete env[name];
  // Cached packages are new enough, and audit and funding output is not used.
  Object.assign(env, { npm_config_prefer_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' });
  const child = spawn('bash', ['-c', command], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  const take = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-KEPT_CHARACTERS);
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  return { child, output: () => output, ended };
}

/** Ends it and every process it started, in any session. */
async function end(running: Running): Promise<void> {
  const tree = await processTree(running.child.pid ?? 0);
  for (const pid of tree.reverse()) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
  await running.ended;
}

function ignore(): void {}
