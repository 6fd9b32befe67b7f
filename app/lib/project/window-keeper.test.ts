import { afterEach, expect, test } from 'vitest';
import { TestClock } from '../agent/testing/test-session.ts';
import type { WindowState, WorkspaceStore } from '../persistence/workspace-store.ts';
import type { ContentHash, ProjectId } from '../protocol/ids.ts';
import { $activeTab, $openFiles, $tabs } from '../stores/files.ts';
import { $endedProcesses, $processes } from '../stores/terminals.ts';
import { $workbenchTab } from '../stores/workbench.ts';
import { createWindowKeeper } from './window-keeper.ts';

const project = 'project-1' as ProjectId;
const version = (digit: string) => digit.repeat(64) as ContentHash;

afterEach(() => {
  $openFiles.set(new Map());
  $tabs.set([]);
  $activeTab.set(null);
  $processes.set([]);
  $endedProcesses.set([]);
  $workbenchTab.set('code');
});

function keeperOver(
  kept: Map<ProjectId, WindowState>,
  versions: ReadonlyMap<string, ContentHash> = new Map(),
  failure: Error | null = null,
) {
  const clock = new TestClock();
  const errors: string[] = [];
  const restored: unknown[] = [];
  const store: WorkspaceStore = {
    load: async (projectId) => kept.get(projectId) ?? null,
    async save(projectId, state) {
      if (failure !== null) throw failure;
      kept.set(projectId, structuredClone(state));
    },
  };
  const keeper = createWindowKeeper({
    store,
    editor: { restoreFiles: async (left) => void restored.push(left) },
    terminals: { pasts: () => [], restoreEnded: () => undefined, onPrinted: () => undefined },
    versions: () => versions,
    notices: { error: (message) => errors.push(message), info: () => undefined },
    clock,
  });
  return { keeper, clock, errors, restored };
}

/** The user has opened a file and typed into it, and the agent has a server running. */
function useWindow(): void {
  $openFiles.set(new Map([['a.ts', { path: 'a.ts', savedText: 'old', text: 'typed', isBeingWritten: false, isBinary: false }]]));
  $tabs.set(['a.ts']);
  $activeTab.set('a.ts');
  $workbenchTab.set('terminal');
  $processes.set([{ processId: 'p1', command: 'npm start', directory: '/home/project', port: 3000, startedAt: 0, waitsFor: null }]);
}

test('what is open, typed and running is kept soon after it changes, and is there again after a reload', async () => {
  const kept = new Map<ProjectId, WindowState>();
  const { keeper, clock } = keeperOver(kept, new Map([['a.ts', version('1')]]));
  await keeper.enter(project, 'fresh');
  useWindow();
  clock.pass(400);
  await expect.poll(() => kept.get(project)?.unsaved).toEqual([{ path: 'a.ts', text: 'typed', base: version('1') }]);
  keeper.leave();
  $workbenchTab.set('code');
  const after = keeperOver(kept, new Map([['a.ts', version('1')]]));
  await after.keeper.enter(project, 'fresh');
  expect(after.restored).toEqual([{ files: ['a.ts'], activeFile: 'a.ts', unsaved: new Map([['a.ts', 'typed']]) }]);
  expect($workbenchTab.get()).toBe('terminal');
  expect($endedProcesses.get()).toEqual([{ processId: 'p1', command: 'npm start', directory: '/home/project', port: 3000 }]);
  expect(after.errors).toEqual([]);
});

test('a file that changed since it was typed into is named', async () => {
  const kept = new Map<ProjectId, WindowState>();
  const { keeper } = keeperOver(kept, new Map([['a.ts', version('1')]]));
  await keeper.enter(project, 'fresh');
  useWindow();
  keeper.leave();
  await expect.poll(() => kept.size).toBe(1);
  const after = keeperOver(kept, new Map([['a.ts', version('2')]]));
  await after.keeper.enter(project, 'fresh');
  expect(after.errors).toEqual([expect.stringMatching(/^a\.ts was changed since you typed into it\. Your text is here/)]);
});

test('in another chat of the same project nothing is said to have ended', async () => {
  const kept = new Map<ProjectId, WindowState>();
  const { keeper } = keeperOver(kept);
  await keeper.enter(project, 'fresh');
  useWindow();
  keeper.leave();
  await keeper.enter(project, 'same');
  expect($endedProcesses.get()).toEqual([]);
});

test('a full storage is said once, and what is typed stays', async () => {
  const { keeper, clock, errors } = keeperOver(new Map(), new Map(), new DOMException('', 'QuotaExceededError'));
  await keeper.enter(project, 'fresh');
  useWindow();
  clock.pass(400);
  await expect.poll(() => errors).toHaveLength(1);
  $tabs.set(['a.ts', 'b.ts']);
  clock.pass(400);
  await Promise.resolve();
  expect(errors[0]).toContain('Storage is full');
  expect($openFiles.get().get('a.ts')?.text).toBe('typed');
});
