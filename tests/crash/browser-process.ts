import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type BrowserContext, chromium } from '@playwright/test';
import { findChromium } from '../setup/find-chromium.ts';

/** A browser with its own profile, as a process that can be killed: Playwright would close its own browser properly. */
export interface BrowserProcess {
  context: BrowserContext;
  /** Kills all its processes with SIGKILL, so that none can flush anything. Resolves when they are gone. */
  kill(): Promise<void>;
}

const START_MS = 20_000;
const HELPERS_MS = 5_000;

export async function startBrowserProcess(profile: string): Promise<BrowserProcess> {
  const portFile = join(profile, 'DevToolsActivePort');
  await rm(portFile, { force: true });
  const found = await findChromium();
  const child = spawn(found.executablePath, [...found.arguments, '--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`], {
    env: { ...process.env, ...found.environment },
    stdio: 'ignore',
    // A separate process group, so that its helpers are killed too.
    detached: true,
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await debuggingPort(portFile);
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('The browser has no context.');
  return {
    context,
    async kill() {
      killGroup(child);
      await exited;
      await groupIsGone(child);
      await browser.close().catch(() => undefined);
    },
  };
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) throw new Error('The browser did not start.');
  process.kill(-pid, 'SIGKILL');
}

/**
 * The browser's main process ends before its helpers: one that still holds the database's lock would block the next browser. A helper that
 * is never reaped stays listed but holds nothing, hence the limit.
 */
async function groupIsGone({ pid }: ChildProcess): Promise<void> {
  for (const until = Date.now() + HELPERS_MS; Date.now() < until && pid !== undefined && isThere(-pid); await pause(20));
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function debuggingPort(file: string): Promise<string> {
  for (const until = Date.now() + START_MS; Date.now() < until; await pause(50)) {
    const [port] = (await readFile(file, 'utf8').catch(() => '')).split('\n');
    if (port) return port;
  }
  throw new Error('The browser did not start in time.');
}
