import { afterEach, expect, test } from 'vitest';
import { TestClock } from '../agent/testing/test-session.ts';
import type { WindowState, WorkspaceStore } from '../persistence/workspace-store.ts';
import type { ChatId, ContentHash, ProjectId } from '../protocol/ids.ts';
import type { Runtime, RuntimeEvent } from '../runtime/types.ts';
import type { BootedRuntime } from '../runtime/webcontainer.ts';
import { $activeTab, $openFiles, $tabs } from '../stores/files.ts';
import { $earlierOutput, $liveOutput } from '../stores/live-output.ts';
import { $activePort, $pagePlaces } from '../stores/previews.ts';
import { $endedProcesses, $processes, type EndedProcess } from '../stores/terminals.ts';
import {
  $customPreviewSize,
  $filePositions,
  $isPreviewTurned,
  $paneWidths,
  $previewDevice,
  $previewPaths,
  $returningPorts,
  $reviewComments,
} from '../stores/window.ts';
import { $workbenchTab } from '../stores/workbench.ts';
import { clearWindow } from './window-contents.ts';
import { createWindowKeeper } from './window-keeper.ts';

const project = 'project-1' as ProjectId;
const PAST = { terminalId: 'terminal-1', name: 'Terminal 1', past: '$ ls' };
const version = (digit: string) => digit.repeat(64) as ContentHash;

afterEach(() => {
  clearWindow();
  $openFiles.set(new Map());
  $tabs.set([]);
  $activeTab.set(null);
  $processes.set([]);
  $endedProcesses.set([]);
  $workbenchTab.set('code');
  $activePort.set(null);
  $pagePlaces.set(new Map());
});

/** The part of a runtime that the keeper uses. */
function bootedRuntime() {
  let listener: (event: RuntimeEvent) => void = () => undefined;
  const runtime: Pick<Runtime, 'onEvent'> = {
    onEvent(given) {
      listener = given;
      return () => {
        listener = () => undefined;
      };
    },
  };
  // The keeper only listens to the runtime's events.
  return { booted: { runtime } as BootedRuntime, end: () => listener({ type: 'ended', reason: 'the test' }) };
}

function keeperOver(
  kept: Map<ProjectId, WindowState>,
  versions: ReadonlyMap<string, ContentHash> = new Map(),
  failure: { now: Error | null } = { now: null },
) {
  const clock = new TestClock();
  const errors: string[] = [];
  const restored: unknown[] = [];
  const ended: unknown[] = [];
  const store: WorkspaceStore = {
    load: async (projectId) => kept.get(projectId) ?? null,
    async save(projectId, state) {
      if (failure.now !== null) throw failure.now;
      kept.set(projectId, structuredClone(state));
    },
  };
  const keeper = createWindowKeeper({
    store,
    editor: { restoreFiles: async (left) => void restored.push(left) },
    terminals: { pasts: () => [PAST], restoreEnded: (...given) => void ended.push(given), onPrinted: () => undefined },
    versions: () => versions,
    notices: { error: (message) => errors.push(message), info: () => 0 },
    clock,
  });
  return { keeper, clock, errors, restored, ended };
}

/** The user has opened a file and typed into it, and the agent has a server running. */
function useWindow(savedText = 'old'): void {
  $openFiles.set(new Map([['a.ts', { path: 'a.ts', savedText, text: 'typed', isBeingWritten: false, isBinary: false }]]));
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
  await expect.poll(() => kept.get(project)?.unsaved).toEqual([{ path: 'a.ts', text: 'typed', base: version('1'), baseText: 'old' }]);
  keeper.leave();
  $workbenchTab.set('code');
  const after = keeperOver(kept, new Map([['a.ts', version('1')]]));
  await after.keeper.enter(project, 'fresh');
  expect(after.restored).toEqual([{ files: ['a.ts'], activeFile: 'a.ts', unsaved: new Map([['a.ts', { text: 'typed', base: 'old' }]]) }]);
  expect($workbenchTab.get()).toBe('terminal');
  expect($endedProcesses.get()).toEqual([
    { processId: 'p1', command: 'npm start', directory: '/home/project', port: 3000, endedWith: 'page' },
  ]);
  expect(after.errors).toEqual([]);
});

test('a project that comes after another opens on its code, and the other again as it was left', async () => {
  const kept = new Map<ProjectId, WindowState>();
  const { keeper } = keeperOver(kept);
  await keeper.enter(project, 'fresh');
  $workbenchTab.set('problems');
  keeper.leave();
  await keeper.enter('imported' as ProjectId, 'fresh');
  expect($workbenchTab.get()).toBe('code');
  keeper.leave();
  await keeper.enter(project, 'fresh');
  expect($workbenchTab.get()).toBe('problems');
});

test('comments on changes are kept with what is being written, and are there again after a reload', async () => {
  const kept = new Map<ProjectId, WindowState>();
  const { keeper, clock } = keeperOver(kept);
  await keeper.enter(project, 'fresh');
  const quote = { start: 0, newStart: 0, rows: [{ sign: '+' as const, text: 'new' }], above: null, below: null };
  const comment = { id: 'comment-1', chatId: 'chat-1' as ChatId, path: 'a.ts', quote, text: '', typed: 'half a th', sentAt: null };
  $reviewComments.set([comment]);
  clock.pass(400);
  await expect.poll(() => kept.get(project)?.comments).toEqual([comment]);
  keeper.leave();
  expect($reviewComments.get()).toEqual([]);
  await keeperOver(kept).keeper.enter(project, 'fresh');
  expect($reviewComments.get()).toEqual([comment]);
});

test('a file that changed since it was typed into is named, where it is too long to keep what was typed over', async () => {
  const kept = new Map<ProjectId, WindowState>();
  const { keeper } = keeperOver(kept, new Map([['a.ts', version('1')]]));
  await keeper.enter(project, 'fresh');
  useWindow('old'.repeat(400_000));
  keeper.leave();
  await expect.poll(() => kept.size).toBe(1);
  const after = keeperOver(kept, new Map([['a.ts', version('2')]]));
  await after.keeper.enter(project, 'fresh');
  expect(after.errors).toEqual([expect.stringMatching(/^a\.ts was changed since you typed into it\. Your text is here/)]);
});

test('of a file that changed since it was typed into the editor learns what was typed over, also when the change came first', async () => {
  const kept = new Map<ProjectId, WindowState>();
  const { keeper, clock } = keeperOver(kept, new Map([['a.ts', version('2')]]));
  await keeper.enter(project, 'fresh');
  useWindow();
  clock.pass(400);
  await expect.poll(() => kept.get(project)?.unsaved.length).toBe(1);
  const typed = { path: 'a.ts', savedText: 'theirs', text: 'typed', isBeingWritten: false, isBinary: false };
  $openFiles.set(new Map([['a.ts', { ...typed, conflict: { base: 'older' } }]]));
  keeper.leave();
  await expect.poll(() => kept.get(project)?.unsaved).toEqual([{ path: 'a.ts', text: 'typed', base: version('2'), baseText: 'older' }]);
  const after = keeperOver(kept, new Map([['a.ts', version('3')]]));
  await after.keeper.enter(project, 'fresh');
  expect(after.restored).toEqual([expect.objectContaining({ unsaved: new Map([['a.ts', { text: 'typed', base: 'older' }]]) })]);
  expect(after.errors).toEqual([]);
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
  const { keeper, clock, errors } = keeperOver(new Map(), new Map(), { now: new DOMException('', 'QuotaExceededError') });
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

test('where the user was in a file, how wide the panes were and what the preview showed come back with the project', async () => {
  const kept = new Map<ProjectId, WindowState>();
  const { keeper } = keeperOver(kept);
  await keeper.enter(project, 'fresh');
  useWindow();
  $filePositions.set(new Map([['a.ts', { anchor: 3, head: 5, top: 2 }]]));
  $paneWidths.set(new Map([['conversation', 555]]));
  $previewDevice.set('custom');
  $customPreviewSize.set({ width: 600, height: 500 });
  $isPreviewTurned.set(true);
  $previewPaths.set(new Map([[3000, '/todos?done']]));
  $activePort.set(3000);
  keeper.leave();
  expect([$filePositions.get().size, $paneWidths.get().size, $previewDevice.get(), $isPreviewTurned.get()]).toEqual([
    0,
    0,
    'desktop',
    false,
  ]);
  const after = keeperOver(kept);
  await after.keeper.enter(project, 'fresh');
  expect($filePositions.get()).toEqual(new Map([['a.ts', { anchor: 3, head: 5, top: 2 }]]));
  expect($paneWidths.get()).toEqual(new Map([['conversation', 555]]));
  expect([$previewDevice.get(), $isPreviewTurned.get()]).toEqual(['custom', true]);
  expect($customPreviewSize.get()).toEqual({ width: 600, height: 500 });
  expect($previewPaths.get()).toEqual(new Map([[3000, '/todos?done']]));
  expect($returningPorts.get()).toEqual({ shown: 3000, ports: new Set([3000]) });
});

test('the port to come back to is kept over a second reload without a server', async () => {
  const kept = new Map<ProjectId, WindowState>();
  const { keeper } = keeperOver(kept);
  await keeper.enter(project, 'fresh');
  $activePort.set(3000);
  keeper.leave();
  $activePort.set(null);
  const second = keeperOver(kept);
  await second.keeper.enter(project, 'fresh');
  second.keeper.leave();
  const third = keeperOver(kept);
  await third.keeper.enter(project, 'fresh');
  expect($returningPorts.get()?.shown).toBe(3000);
});

test('two projects do not mix: what one shows is gone before the other is shown', async () => {
  const other = 'project-2' as ProjectId;
  const kept = new Map<ProjectId, WindowState>();
  const { keeper } = keeperOver(kept);
  await keeper.enter(project, 'fresh');
  useWindow();
  $previewDevice.set('tablet');
  $endedProcesses.set([{ processId: 'p0', command: 'npm run watch', directory: '/home/project', port: null, endedWith: 'page' }]);
  keeper.leave();
  $processes.set([]);
  await keeper.enter(other, 'same');
  keeper.leave();
  await expect.poll(() => kept.get(other)?.processes).toEqual([]);
  expect(kept.get(other)?.preview.device).toBe('desktop');
  expect(kept.get(project)?.processes.map(({ command }) => command)).toEqual(['npm run watch', 'npm start']);
});

test('another chat of the project offers what ended with the page still', async () => {
  const { keeper } = keeperOver(new Map());
  await keeper.enter(project, 'fresh');
  const ended: EndedProcess[] = [{ processId: 'p0', command: 'npm start', directory: '/home/project', port: null, endedWith: 'page' }];
  $endedProcesses.set(ended);
  keeper.leave();
  await keeper.enter(project, 'same');
  expect($endedProcesses.get()).toEqual(ended);
});

test('what runs again, whoever started it, is not offered any more', async () => {
  const { keeper } = keeperOver(new Map());
  await keeper.enter(project, 'fresh');
  $endedProcesses.set([
    { processId: 'p0', command: 'npm start', directory: '/home/project', port: 3000, endedWith: 'page' },
    { processId: 'p1', command: 'npm run watch', directory: '/home/project', port: null, endedWith: 'page' },
  ]);
  useWindow();
  expect($endedProcesses.get().map(({ command }) => command)).toEqual(['npm run watch']);
});

test('what ran in a runtime that has ended is offered again, with the preview where it was and what the terminals showed', async () => {
  const { keeper, ended } = keeperOver(new Map());
  await keeper.enter(project, 'fresh');
  const { booted, end } = bootedRuntime();
  const cleanUp = await keeper.attach(booted);
  useWindow();
  const [server] = $processes.get();
  const watcher = { processId: 'p2', command: 'npm run watch', directory: '/home/project', port: null, startedAt: 0, waitsFor: null };
  $processes.set([...$processes.get(), watcher]);
  $activePort.set(3000);
  $previewPaths.set(new Map([[3000, '/typed']]));
  $pagePlaces.set(new Map([[3000, { path: '/clicked', canGoBack: true, canGoForward: false }]]));
  end();
  // Then the processes end one by one, and the previews disappear.
  for (const left of [[server ?? watcher], []]) $processes.set(left);
  $activePort.set(null);
  $pagePlaces.set(new Map());
  cleanUp();
  expect($endedProcesses.get().map(({ command, endedWith }) => [command, endedWith])).toEqual([
    ['npm start', 'runtime'],
    ['npm run watch', 'runtime'],
  ]);
  expect($previewPaths.get().get(3000)).toBe('/clicked');
  expect($returningPorts.get()).toEqual({ shown: 3000, ports: new Set([3000]) });
  expect(ended.slice(1)).toEqual([[[PAST], 'runtime']]);
});

test('a runtime that the user starts again offers what ran in it; one that is ended for another project does not', async () => {
  const { keeper } = keeperOver(new Map());
  await keeper.enter(project, 'fresh');
  const cleanUp = await keeper.attach(bootedRuntime().booted);
  useWindow();
  keeper.leave();
  cleanUp();
  expect($endedProcesses.get()).toEqual([]);
  await keeper.enter(project, 'same');
  cleanUp();
  expect($endedProcesses.get().map(({ command }) => command)).toEqual(['npm start']);
});

test('where a page has gone by its links is kept over a reload, before what was typed', async () => {
  const kept = new Map<ProjectId, WindowState>();
  const { keeper, clock } = keeperOver(kept);
  await keeper.enter(project, 'fresh');
  $previewPaths.set(
    new Map([
      [3000, '/typed'],
      [4000, '/other'],
    ]),
  );
  $pagePlaces.set(new Map([[3000, { path: '/clicked', canGoBack: true, canGoForward: false }]]));
  clock.pass(400);
  await expect
    .poll(() => kept.get(project)?.preview.paths)
    .toEqual([
      { port: 3000, path: '/clicked' },
      { port: 4000, path: '/other' },
    ]);
});

test('the page is left without a question, except while typed text could not be kept', async () => {
  const failure = { now: null as Error | null };
  const { keeper, clock } = keeperOver(new Map(), new Map(), failure);
  await keeper.enter(project, 'fresh');
  useWindow();
  expect(keeper.wouldLose()).toBe(false);
  failure.now = new DOMException('', 'QuotaExceededError');
  clock.pass(400);
  await expect.poll(keeper.wouldLose).toBe(true);
  // There is space again; the write is retried without any input.
  failure.now = null;
  clock.pass(5_000);
  await expect.poll(keeper.wouldLose).toBe(false);
});

test('a page that is about to go writes at once, without waiting for the write before', async () => {
  const clock = new TestClock();
  const writes: WindowState[] = [];
  const keeper = createWindowKeeper({
    store: {
      load: async () => null,
      save(_projectId, state) {
        writes.push(state);
        return new Promise(() => undefined);
      },
    },
    editor: { restoreFiles: async () => undefined },
    terminals: { pasts: () => [], restoreEnded: () => undefined, onPrinted: () => undefined },
    versions: () => new Map(),
    notices: { error: () => expect.unreachable(), info: () => 0 },
    clock,
  });
  await keeper.enter(project, 'fresh');
  useWindow();
  clock.pass(400);
  expect(writes).toHaveLength(1);
  $tabs.set(['a.ts', 'b.ts']);
  clock.pass(400);
  expect(writes).toHaveLength(1);
  keeper.flush();
  expect(writes.at(-1)?.files).toEqual(['a.ts', 'b.ts']);
});

test('what a command had printed is there again after a reload, to its end, where no result holds it', async () => {
  const kept = new Map<ProjectId, WindowState>();
  const { keeper } = keeperOver(kept);
  await keeper.enter(project, 'fresh');
  const text = `${'a line\n'.repeat(5_000)}the end`;
  $liveOutput.set(new Map([['call-1', { text, linesBefore: 10 }]]));
  keeper.leave();
  $liveOutput.set(new Map());
  expect($earlierOutput.get().size).toBe(0);
  await keeperOver(kept).keeper.enter(project, 'fresh');
  const output = $earlierOutput.get().get('call-1') ?? expect.unreachable();
  expect(output.text).toMatch(/the end$/);
  expect(output.text.length).toBe(20_000);
  expect(output.linesBefore + output.text.split('\n').length).toBe(10 + 5_001);
});
