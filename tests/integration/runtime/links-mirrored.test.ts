import { createHash } from 'node:crypto';
import 'fake-indexeddb/auto';
import type { WebContainer } from '@webcontainer/api';
import { unpackMessage } from 'devonz-engine-protocol/message-pack';
import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '../../../app/lib/persistence/database.ts';
import { createJournalStore } from '../../../app/lib/persistence/journal-store.ts';
import { createProjectFileStore } from '../../../app/lib/persistence/project-file-store.ts';
import { createProjectMirror } from '../../../app/lib/project/project-mirror.ts';
import { type ChatId, type ContentHash, projectIdSchema } from '../../../app/lib/protocol/ids.ts';
import { createFileAccess } from '../../../app/lib/runtime/file-access.ts';
import { isIgnoredPath } from '../../../app/lib/runtime/ignored-folders.ts';
import { mountFiles } from '../../../app/lib/runtime/mount-files.ts';
import { toWorkspacePath } from '../../../app/lib/runtime/to-workspace-path.ts';
import type { Workspace, WorkspacePath } from '../../../app/lib/runtime/types.ts';
import { createFileApi } from '../../../packages/engine/src/host/file-api.ts';
import { writeTree } from '../../../packages/engine/src/host/file-tree.ts';
import { FileSystem } from '../../../packages/engine/src/kernel/files/file-system.ts';

/*
 * Programs, the agent and the user make, replace, move and remove files, folders and symbolic links, in any order and while the watch is
 * still telling of what was before. Once it is quiet the journal has what the file system has, and what is mounted from it is the same again.
 */

const ROOT = '/home/project';
const chatId = 'chat-1' as ChatId;
const opened = { chatId, projectId: projectIdSchema.parse(chatId) };
const bytes = (text: string) => new TextEncoder().encode(text);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The engine's files behind the client's interface. */
function createMachine() {
  const fileSystem = new FileSystem({ now: () => 0 });
  fileSystem.mkdir(ROOT, true, 0o755);
  const fs = createFileApi(fileSystem, ROOT);
  const entry = ({ name, 'Symbol(type)': type }: { name: string; 'Symbol(type)': number }) => ({
    name,
    isFile: () => type === 1,
    isDirectory: () => type === 2,
  });
  const container = {
    fs: {
      ...fs,
      readFile: async (path: string, encoding?: string) => fs.readFile(path, encoding),
      writeFile: async (path: string, content: Uint8Array) => fs.writeFile(path, content.slice()),
      mkdir: async (path: string, options: { recursive: boolean }) => fs.mkdir(path, options),
      rm: async (path: string, options: { recursive: boolean }) => fs.rm(path, options),
      rename: async (from: string, to: string) => fs.rename(from, to),
      readdir: async (path: string) => (fs.readdir(path, { withFileTypes: true }) as Parameters<typeof entry>[0][]).map(entry),
    },
    mount: async (snapshot: Uint8Array) => writeTree(fileSystem, ROOT, unpackMessage(snapshot)),
  };
  return { fileSystem, container: container as unknown as WebContainer }; // The rest of the client is not used here.
}

type Machine = ReturnType<typeof createMachine>;

/** Every file and link outside of what is ignored, without going through any link. */
function filesIn({ fileSystem }: Machine, folder = ROOT): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { name, kind } of fileSystem.readdir(folder)) {
    const path = `${folder}/${name}`;
    const place = path.slice(ROOT.length + 1);
    if (isIgnoredPath(place)) continue;
    if (kind === 'directory') Object.assign(found, filesIn({ fileSystem } as Machine, path));
    else found[place] = kind === 'symlink' ? `link:${fileSystem.readlink(path)}` : new TextDecoder().decode(fileSystem.readFile(path));
  }
  return found;
}

async function mirroredProject() {
  globalThis.indexedDB = new IDBFactory();
  const machine = createMachine();
  const database = await openDatabase('test', { onClosed: () => expect.unreachable() });
  const journal = createJournalStore(database, () => 1);
  const store = createProjectFileStore(database);
  const create = () =>
    createProjectMirror({
      journal,
      store,
      hasher: { hash: async (content) => createHash('sha256').update(content).digest('hex') as ContentHash },
      now: () => 1,
      onError: (message) => expect.unreachable(message),
    });
  const mirror = create();
  await mirror.open(opened, []);
  const { watchFiles, watchSettled, ...files } = createFileAccess(machine.container, 'engine');
  const ended = new AbortController().signal;
  watchFiles((event) => {
    if (!isIgnoredPath(event.path)) mirror.onWatchEvent(event, files, ended);
  });
  const fail = () => expect.unreachable();
  const processes = { list: fail, log: fail, write: fail, interrupt: fail, kill: fail };
  const workspace = mirror.journaled({ ...files, runCommand: fail, processes } satisfies Workspace, 'person');
  const settled = async () => {
    for (let round = 0; round < 3; round++) {
      const watched = watchSettled();
      await vi.advanceTimersByTimeAsync(100);
      await watched;
      await mirror.settled();
    }
  };
  const recorded = async () => {
    const known: Record<string, string> = {};
    for (const [path, version] of mirror.files()) {
      known[path] = version.startsWith('link:') ? version : new TextDecoder().decode((await store.read(version)) ?? fail());
    }
    return known;
  };
  /** What a fresh machine has after a reload. */
  const reloaded = async () => {
    const again = createMachine();
    const reopened = create();
    await reopened.open(opened, (await journal.load(chatId)).records);
    for await (const batch of reopened.contentBatches()) await mountFiles(again.container, batch, 'engine');
    return filesIn(again);
  };
  return { machine, workspace, settled, recorded, reloaded, close: () => database.close() };
}

const NAMES = ['a', 'b', 'd', 'd/a', 'd/e', 'd/e/f', 'node_modules/x'];
const TARGETS = ['a', 'b', 'd', '../a', '..', '.', '/', '/etc/passwd', 'e/f', '../d', 'nowhere', '../../outside', `${ROOT}/a`];
const name = fc.constantFrom(...NAMES);
const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('write' as const), name, text: fc.constantFrom('1', '2') }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('link' as const), name, target: fc.constantFrom(...TARGETS) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('remove' as const), name }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('move' as const), name, to: name }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('folder' as const), name }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('user-writes' as const), name, text: fc.constantFrom('3', '4') }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('user-links' as const), name, target: fc.constantFrom(...TARGETS) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('user-removes' as const), name }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('user-moves' as const), name, to: name }) },
  /** The watch comes this far. */
  { weight: 3, arbitrary: fc.record({ type: fc.constant('wait' as const), milliseconds: fc.constantFrom(0, 1, 5, 50) }) },
);
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

const pathOf = (text: string): WorkspacePath => toWorkspacePath(text) ?? expect.unreachable(text);

/** What cannot be done is not done: a file system refuses it as well. */
async function carryOut(given: Act, { fileSystem }: Machine, user: Workspace): Promise<void> {
  const at = (path: string) => `${ROOT}/${path}`;
  try {
    switch (given.type) {
      case 'write':
        return fileSystem.writeFile(at(given.name), bytes(given.text));
      case 'link':
        fileSystem.removeTree(at(given.name), true);
        return fileSystem.symlink(given.target, at(given.name));
      case 'remove':
        return fileSystem.removeTree(at(given.name), true);
      case 'move':
        return fileSystem.rename(at(given.name), at(given.to));
      case 'folder':
        return void fileSystem.mkdir(at(given.name), true, 0o755);
      case 'user-writes':
        return await user.writeFile(pathOf(given.name), bytes(given.text));
      case 'user-links':
        return await user.makeLink(pathOf(given.name), given.target);
      case 'user-removes':
        return await user.remove(pathOf(given.name));
      case 'user-moves':
        return await user.rename(pathOf(given.name), pathOf(given.to));
      case 'wait':
        return void (await vi.advanceTimersByTimeAsync(given.milliseconds));
    }
  } catch {
    // The file system has said no.
  }
}

test('whatever is done to files, folders and links, the journal has what the file system has, and a reload brings it back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 14 }), async (acts) => {
      const project = await mirroredProject();
      for (const each of acts) await carryOut(each, project.machine, project.workspace);
      await project.settled();
      const there = filesIn(project.machine);
      expect(await project.recorded()).toEqual(there);
      expect(await project.reloaded()).toEqual(there);
      project.close();
    }),
    { numRuns: 300 },
  );
}, 120_000);

test('links to a file, a folder, nothing and themselves are links again after a reload; what is below them is read once', async () => {
  const project = await mirroredProject();
  const { fileSystem } = project.machine;
  fileSystem.mkdir(`${ROOT}/src/deep`, true, 0o755);
  fileSystem.writeFile(`${ROOT}/src/a.ts`, bytes('a'));
  const links = { file: 'src/a.ts', folder: 'src', 'src/deep/up': '../..', root: '/', gone: 'nowhere', round: 'round' };
  for (const [path, target] of Object.entries(links)) fileSystem.symlink(target, `${ROOT}/${path}`);
  await project.settled();
  const expected = { 'src/a.ts': 'a', ...Object.fromEntries(Object.entries(links).map(([path, target]) => [path, `link:${target}`])) };
  expect(await project.recorded()).toEqual(expected);
  expect(await project.reloaded()).toEqual(expected);
  // Through a link its target is changed, and the link stays.
  await project.workspace.writeFile(pathOf('folder/a.ts'), bytes('changed'));
  await project.settled();
  expect(await project.recorded()).toEqual({ ...expected, 'src/a.ts': 'changed' });
  project.close();
});

test('a folder that moves away and leaves a link to where it is now is journaled once, as real folders are', async () => {
  const project = await mirroredProject();
  const { fileSystem } = project.machine;
  fileSystem.mkdir(`${ROOT}/old`, true, 0o755);
  fileSystem.writeFile(`${ROOT}/old/a`, bytes('a'));
  await project.settled();
  fileSystem.writeFile(`${ROOT}/old/a`, bytes('b'));
  fileSystem.rename(`${ROOT}/old`, `${ROOT}/new`);
  fileSystem.symlink('new', `${ROOT}/old`);
  await project.settled();
  expect(await project.recorded()).toEqual({ 'new/a': 'b', old: 'link:new' });
  fileSystem.unlink(`${ROOT}/old`);
  fileSystem.rename(`${ROOT}/new`, `${ROOT}/old`);
  await project.settled();
  expect(await project.recorded()).toEqual({ 'old/a': 'b' });
  project.close();
});
