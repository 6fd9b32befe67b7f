import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLocalMachine } from '../local/local-machine.ts';
import type { Machine } from '../machine/machine.ts';
import { randomLabel } from '../random-label.ts';

export interface TemporaryFolder {
  /** A real path. */
  path: string;
  remove(): Promise<void>;
}

export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'devonz-bridge-test-')));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) };
}

/** This computer as a machine, with real timers; without terminals where a test says so. */
export function openTestMachine(folder: string, hasTerminals = true, variables: Record<string, string> = {}): Promise<Machine> {
  return openLocalMachine({
    folder,
    platform: process.platform,
    environment: { ...process.env, npm_config_yes: 'true', ...variables },
    loadTerminals: () => (hasTerminals ? import('@lydell/node-pty') : Promise.reject(new Error('not installed'))),
    randomName: () => randomLabel((bytes) => crypto.getRandomValues(bytes)),
    later(work, milliseconds) {
      const timer = setTimeout(work, milliseconds);
      return () => clearTimeout(timer);
    },
  });
}
