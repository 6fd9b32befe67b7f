import { afterEach, expect, test } from 'vitest';
import type { WorkspacePath } from '../runtime/types.ts';
import { $endedProcesses, type EndedProcess } from '../stores/terminals.ts';
import { startAgain } from './start-again.ts';

const SERVER: EndedProcess = { processId: 'p1', command: 'npm start', directory: '/home/project', port: 3000, endedWith: 'page' };
const API: EndedProcess = { processId: 'p2', command: 'npm run dev', directory: '/home/project/api', port: 4000, endedWith: 'page' };

afterEach(() => $endedProcesses.set([]));

/** `installs`: whether the project's install command succeeds; null if it has none. */
function project(folders: readonly string[], installs: boolean | null) {
  const ran: unknown[] = [];
  const there = new Set(folders);
  const start = (ended: readonly EndedProcess[]) =>
    startAgain(ended, {
      workspace: { kindOf: async (path: WorkspacePath) => (there.has(path) ? 'directory' : null) },
      root: '/home/project',
      installCommand: async () => (installs === null ? null : 'npm install'),
      async run(command, where) {
        ran.push([command, where]);
        if (command === 'npm install' && installs === true) there.add('node_modules');
      },
    });
  $endedProcesses.set([SERVER, API]);
  return { ran, start };
}

test('packages that are gone are installed before anything is started', async () => {
  const { ran, start } = project([], true);
  await start([SERVER, API]);
  expect(ran).toEqual([
    ['npm install', 'root'],
    ['npm start', 'root'],
    ['npm run dev', { directory: 'api' }],
  ]);
  expect($endedProcesses.get()).toEqual([]);
});

test('pressed twice, it is started once', async () => {
  const { ran, start } = project(['node_modules'], true);
  await Promise.all([start([SERVER]), start([SERVER])]);
  expect(ran).toEqual([['npm start', 'root']]);
});

test('nothing is installed where packages are there, in the project or in the folder of the command, or where it has none', async () => {
  for (const [folders, installs] of [
    [['node_modules'], true],
    [['api/node_modules'], true],
    [[], null],
  ] as const) {
    const { ran, start } = project(folders, installs);
    await start([API]);
    expect(ran).toEqual([['npm run dev', { directory: 'api' }]]);
    expect($endedProcesses.get()).toEqual([SERVER]);
  }
});

test('while packages cannot be installed nothing is started, and everything stays on offer', async () => {
  const { ran, start } = project([], false);
  await start([SERVER]);
  expect(ran).toEqual([['npm install', 'root']]);
  expect($endedProcesses.get()).toEqual([API, SERVER]);
});
