import { afterEach, describe, expect, test } from 'vitest';
import { TestClock } from '../../agent/testing/test-session.ts';
import { createNoticeService } from '../../notices/notice-service.ts';
import { projectIdSchema } from '../../protocol/ids.ts';
import { $openFiles } from '../../stores/files.ts';
import { $folderConflict, $isFolderShown, $localFolder } from '../../stores/local-folder.ts';
import type { AppNotice } from '../../stores/workbench.ts';
import { $notices } from '../../stores/workbench.ts';
import { MemoryFolder } from '../testing/memory-folder.ts';
import { createLocalFolderService } from './local-folder-service.ts';
import { MemoryFolderStore, MemoryProject } from './testing/memory-project.ts';
import { hashOf } from './testing/memory-side.ts';

const SHOP = projectIdSchema.parse('shop');
const OTHER = projectIdSchema.parse('other');

afterEach(() => {
  $localFolder.set({ status: 'none' });
  $folderConflict.set(null);
  $isFolderShown.set(false);
  $notices.set([]);
  $openFiles.set(new Map());
});

function given({ store = new MemoryFolderStore(), files = {} }: { store?: MemoryFolderStore; files?: Record<string, string> } = {}) {
  const clock = new TestClock();
  const folder = new MemoryFolder('shop', () => clock.now());
  for (const [path, text] of Object.entries(files)) folder.put(path, text);
  const project = new MemoryProject();
  const locks = { request: async (_name: string, work: (lock: null) => unknown) => work(null) };
  const service = createLocalFolderService({
    store,
    project,
    mirror: { files: () => project.files(), onChange: (listener) => project.onChange(listener) },
    files: project,
    notices: createNoticeService(),
    hasher: { hash: async (content) => hashOf(content) },
    clock,
    locks: locks as Pick<LockManager, 'request'>, // Implements only the variant with a name and a callback.
    sight: { isVisible: () => true, onVisible: () => () => undefined },
    scope: {},
  });
  /** Advances the clock until both sides have been compared and all work is done. */
  const settle = async (milliseconds = 400) => {
    for (let turn = 0; turn < 12; turn++) {
      clock.pass(milliseconds);
      await turnOver();
    }
  };
  const connect = async (isBroughtIn = false) => {
    service.enter(SHOP);
    await turnOver();
    await service.connectFolder(folder.asHandle(), { withIgnored: false, isBroughtIn });
    await settle();
  };
  return { service, folder, project, store, clock, settle, connect };
}

/** Lets the work in progress finish: it waits only for promises. */
async function turnOver(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await new Promise((resolve) => setImmediate(resolve));
}

function said(): string[] {
  return $notices.get().map(({ message }: AppNotice) => message);
}

describe('a project and its folder', () => {
  test('become equal when they are connected, and each follows what happens on the other', async () => {
    const { folder, project, settle, connect } = given({ files: { 'disk.ts': 'd', '.git/config': 'g' } });
    await project.write('mine.ts', 'm');
    await connect();
    expect(folder.texts()).toEqual({ 'disk.ts': 'd', 'mine.ts': 'm', '.git/config': 'g' });
    expect(project.texts()).toEqual({ 'disk.ts': 'd', 'mine.ts': 'm' });
    expect($localFolder.get()).toMatchObject({ status: 'connected', name: 'shop', work: { type: 'at-rest' }, conflicts: [], left: [] });

    await project.write('src/new.ts', 'written by the agent');
    folder.put('disk.ts', 'changed by another program');
    await settle();
    expect(folder.texts()['src/new.ts']).toBe('written by the agent');
    expect(project.texts()['disk.ts']).toBe('changed by another program');

    await project.remove('mine.ts');
    await settle();
    folder.delete('disk.ts');
    await settle();
    expect(folder.texts()).toEqual({ 'src/new.ts': 'written by the agent', '.git/config': 'g' });
    expect(project.texts()).toEqual({ 'src/new.ts': 'written by the agent' });
    expect(said()).toEqual([]);
  });

  test('follow each other also while a program writes without end', async () => {
    const { folder, project, clock, connect } = given();
    await connect();
    for (let written = 0; written < 20; written++) {
      await project.write('server.log', `line ${written}`);
      clock.pass(100);
      await turnOver();
    }
    expect(folder.texts()['server.log']).toMatch(/^line 1\d$/);
  });

  test('that has just been brought in from it has nothing in conflict, whatever was changed on the disk meanwhile', async () => {
    const { folder, project, connect } = given({ files: { 'a.ts': 'newer' } });
    await project.write('a.ts', 'as it was read');
    await project.write('b.ts', 'deleted on the disk meanwhile');
    await project.write('c.ts', 'c');
    await project.write('d.ts', 'd');
    folder.put('c.ts', 'c');
    folder.put('d.ts', 'd');
    await connect(true);
    expect(project.texts()).toEqual({ 'a.ts': 'newer', 'c.ts': 'c', 'd.ts': 'd' });
    expect($localFolder.get()).toMatchObject({ conflicts: [] });
  });

  test('where both sides changed a file nothing is overwritten until the user has looked and chosen', async () => {
    const { service, folder, project, settle, connect } = given({ files: { 'a.ts': 'old', 'b.ts': 'old' } });
    await connect();
    for (const path of ['a.ts', 'b.ts']) {
      await project.write(path, 'mine');
      folder.put(path, 'theirs');
    }
    await settle();
    expect(said()).toEqual(['2 files were changed both here and in the folder “shop”. Nothing is overwritten until you choose.']);
    expect([project.texts(), folder.texts()]).toEqual([
      { 'a.ts': 'mine', 'b.ts': 'mine' },
      { 'a.ts': 'theirs', 'b.ts': 'theirs' },
    ]);
    $notices.get()[0]?.action?.run();
    expect($isFolderShown.get()).toBe(true);

    const state = $localFolder.get();
    const [first, second] = state.status === 'connected' ? state.conflicts : [];
    if (first === undefined || second === undefined) throw new Error('both files are in conflict');
    await service.showFolderConflict(first);
    expect($folderConflict.get()).toMatchObject({ project: 'mine', disk: 'theirs', isBinary: false });
    await service.keepVersions([first], 'project');
    await service.keepVersions([second], 'disk');
    await settle();
    expect(project.texts()).toEqual({ 'a.ts': 'mine', 'b.ts': 'theirs' });
    expect(folder.texts()).toEqual({ 'a.ts': 'mine', 'b.ts': 'theirs' });
    expect($localFolder.get()).toMatchObject({ conflicts: [] });
    expect($folderConflict.get()).toBeNull();
    expect(said()).toEqual([]);
  });

  test('what gives way on the disk is in the project’s history, and text that is not saved keeps both', async () => {
    const { service, folder, project, settle, connect } = given({ files: { 'a.ts': 'old', 'b.ts': 'old', 'c.ts': 'old' } });
    await connect();
    for (const path of ['a.ts', 'b.ts', 'c.ts']) folder.put(path, `theirs ${path}`);
    await project.write('a.ts', 'mine');
    await project.remove('b.ts');
    await project.write('c.ts', 'mine');
    await settle();
    const state = $localFolder.get();
    const conflicts = state.status === 'connected' ? state.conflicts : [];
    expect(conflicts.map(({ path }) => path)).toEqual(['a.ts', 'b.ts', 'c.ts']);
    $notices.set([]);
    $openFiles.set(new Map([['c.ts', { path: 'c.ts', savedText: 'mine', text: 'typed', isBeingWritten: false, isBinary: false }]]));
    await service.keepVersions(conflicts, 'project');
    await settle();
    expect(folder.texts()).toEqual({ 'a.ts': 'mine', 'c.ts': 'theirs c.ts' });
    expect(project.texts()).toEqual({ 'a.ts': 'mine', 'c.ts': 'mine' });
    expect(project.history).toEqual(
      expect.arrayContaining([
        { path: 'a.ts', text: 'theirs a.ts' },
        { path: 'b.ts', text: 'theirs b.ts' },
      ]),
    );
    expect(said().join('\n')).toContain('c.ts: It has text in the editor that is not saved.');
    expect($localFolder.get()).toMatchObject({ conflicts: [{ path: 'c.ts' }] });
  });

  test('text that is typed and not saved keeps its file from being replaced', async () => {
    const { folder, project, settle, connect } = given({ files: { 'a.ts': 'old' } });
    await connect();
    $openFiles.set(new Map([['a.ts', { path: 'a.ts', savedText: 'old', text: 'old and more', isBeingWritten: false, isBinary: false }]]));
    folder.put('a.ts', 'theirs');
    await settle();
    expect(project.texts()).toEqual({ 'a.ts': 'old' });
    expect($localFolder.get()).toMatchObject({ left: [{ path: 'a.ts', why: expect.stringContaining('not saved') }] });
    await project.write('a.ts', 'old and more');
    $openFiles.set(new Map());
    await settle();
    expect($localFolder.get()).toMatchObject({ conflicts: [{ path: 'a.ts' }], left: [] });
  });

  test.each([
    ['delete', []],
    ['bring-back', ['a.ts', 'b.ts', 'c.ts']],
  ] as const)('many deletions are asked about: %s', async (answer, left) => {
    const { service, folder, project, settle, connect } = given({ files: { 'a.ts': 'a', 'b.ts': 'b', 'c.ts': 'c' } });
    await connect();
    for (const path of ['a.ts', 'b.ts', 'c.ts']) folder.delete(path);
    await settle();
    expect(said()).toEqual([
      '3 files have disappeared on one side of the folder “shop”. They are kept on the other one until you say otherwise.',
    ]);
    expect(Object.keys(project.texts())).toEqual(['a.ts', 'b.ts', 'c.ts']);
    await service.answerDeletions('project', answer);
    await settle();
    expect(Object.keys(project.texts())).toEqual(left);
    expect(Object.keys(folder.texts())).toEqual(left);
    expect($localFolder.get()).toMatchObject({ deletions: [] });
  });
});

describe('a folder that cannot be used', () => {
  test('after a reload is asked for again, and then what happened meanwhile is taken over', async () => {
    const { service, folder, project, settle, connect } = given({ files: { 'a.ts': 'a', 'b.ts': 'b' } });
    await connect();
    service.leave();
    folder.permission = 'prompt';
    await project.write('a.ts', 'mine');
    service.enter(SHOP);
    await settle();
    expect($localFolder.get()).toMatchObject({ status: 'paused', name: 'shop' });
    expect(said()).toEqual(['The folder “shop” is not connected: the browser asks again after a reload.']);

    folder.onRequest = 'denied';
    await service.reconnectFolder();
    expect($localFolder.get()).toMatchObject({ status: 'paused', why: 'The browser was not allowed to use it.' });
    folder.onRequest = 'granted';
    await service.reconnectFolder();
    // The question has been answered.
    expect(said()).toEqual([]);
    folder.put('b.ts', 'theirs');
    await settle();
    expect(folder.texts()).toEqual({ 'a.ts': 'mine', 'b.ts': 'theirs' });
    expect(project.texts()).toEqual({ 'a.ts': 'mine', 'b.ts': 'theirs' });
  });

  test('after a reload reads again only what looks otherwise, and everything when the user has it compared', async () => {
    const { service, folder, project, settle, connect } = given();
    const [same, changed, restored] = ['same.ts', 'changed.ts', 'restored.ts'].map((path) => folder.put(path, path));
    if (same === undefined || changed === undefined || restored === undefined) throw new Error('three files were put there');
    await connect();
    await settle();
    service.leave();
    const before = [same.reads, changed.reads];
    folder.put('changed.ts', 'changed meanwhile');
    // Writes like a program that preserves timestamps, with content of the same length.
    const { lastModified } = restored;
    folder.put('restored.ts', 'RESTORED.ts').lastModified = lastModified;
    service.enter(SHOP);
    await settle();
    expect(same.reads).toBe(before[0]);
    expect(changed.reads).toBeGreaterThan(before[1] ?? 0);
    expect(project.texts()).toEqual({ 'same.ts': 'same.ts', 'changed.ts': 'changed meanwhile', 'restored.ts': 'restored.ts' });
    await service.compareFolder();
    await settle();
    expect(project.texts()['restored.ts']).toBe('RESTORED.ts');
  });

  test.each([
    ['gone', 'is not where it was', (folder: MemoryFolder, isBroken: boolean) => (folder.drive.isGone = isBroken)],
    [
      'not allowed any more',
      'no longer lets Devonz use',
      (folder: MemoryFolder, isBroken: boolean) => (folder.drive.permission = isBroken ? 'denied' : 'granted'),
    ],
  ])('because it is %s deletes nothing, says so, and continues when it is back', async (_title, words, set) => {
    const { service, folder, project, settle, connect } = given({ files: { 'a.ts': 'a', 'b.ts': 'b' } });
    await connect();
    set(folder, true);
    await project.write('a.ts', 'mine');
    await settle();
    expect($localFolder.get()).toMatchObject({ status: 'paused', why: expect.stringContaining(words) });
    expect(Object.keys(project.texts())).toEqual(['a.ts', 'b.ts']);
    set(folder, false);
    await service.reconnectFolder();
    await settle();
    expect(folder.texts()).toEqual({ 'a.ts': 'mine', 'b.ts': 'b' });
  });

  test('because its disk is full says so, and tries again by itself', async () => {
    const { folder, project, settle, connect } = given({ files: { 'a.ts': 'a' } });
    await connect();
    folder.drive.isFull = true;
    await project.write('a.ts', 'mine');
    await settle(100);
    expect($localFolder.get()).toMatchObject({ status: 'connected', trouble: expect.stringContaining('is full') });
    expect(folder.texts()).toEqual({ 'a.ts': 'a' });
    folder.drive.isFull = false;
    await settle(3_000);
    expect(folder.texts()).toEqual({ 'a.ts': 'mine' });
    expect($localFolder.get()).toMatchObject({ trouble: null });
  });
});

describe('whose folder it is', () => {
  test('a folder belongs to one project: another one is refused with its name', async () => {
    const { service, folder, settle, connect } = given();
    await connect();
    service.enter(OTHER);
    await settle();
    expect(await service.projectOfFolder(folder.asHandle())).toBe('another project');
    await service.connectFolder(folder.asHandle(), { withIgnored: false, isBroughtIn: false });
    expect(said()).toEqual([
      'The folder “shop” was not connected: it is connected to the project “another project”. Disconnect it there first',
    ]);
    expect($localFolder.get()).toEqual({ status: 'none' });
  });

  test('a project that is left or disconnected writes nothing any more, and keeps what it has', async () => {
    const { service, folder, project, settle, connect } = given({ files: { 'a.ts': 'a' } });
    await connect();
    await service.disconnectFolder();
    await project.write('a.ts', 'mine');
    folder.put('b.ts', 'b');
    await settle();
    expect([project.texts(), folder.texts()]).toEqual([{ 'a.ts': 'mine' }, { 'a.ts': 'a', 'b.ts': 'b' }]);
    service.enter(SHOP);
    await settle();
    expect($localFolder.get()).toEqual({ status: 'none' });
  });
});
