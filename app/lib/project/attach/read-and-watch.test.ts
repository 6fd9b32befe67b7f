import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';

import { beforeEach, describe, expect, test } from 'vitest';
import { browserHasher } from '../../browser/browser-ports.ts';
import { openDatabase } from '../../persistence/database.ts';
import { createJournalStore } from '../../persistence/journal-store.ts';
import { createProjectBatches } from '../../persistence/project-batches.ts';
import { createProjectFileStore } from '../../persistence/project-file-store.ts';
import { chatIdSchema, projectIdSchema } from '../../protocol/ids.ts';
import { MemoryWorkspace } from '../../runtime/memory/memory-workspace.ts';
import { type FileEvent, WorkspaceError, type WorkspacePath } from '../../runtime/types.ts';
import { createProjectMirror } from '../project-mirror.ts';
import { readAndWatch } from './read-and-watch.ts';

const chatId = chatIdSchema.parse('chat');
const projectId = projectIdSchema.parse('project');
const pathOf = (path: string) => path as WorkspacePath; // Paths of these tests.

beforeEach(() => void Object.assign(globalThis, { indexedDB: new IDBFactory() }));

async function setUp() {
  const database = await openDatabase('test', { onClosed: () => undefined });
  let now = 0;
  const journal = createJournalStore(database, () => ++now);
  const store = createProjectFileStore(database);
  const batches = createProjectBatches(database, () => ++now);
  await journal.append(chatId, { type: 'chat-created', title: 'Shop', projectId });
  const mirror = createProjectMirror({
    journal,
    store,
    hasher: browserHasher,
    now: () => now,
    onError: (message) => expect.unreachable(message),
  });
  const records = async () => (await journal.load(chatId)).records;
  const watchers = new Set<(event: FileEvent) => void>();
  return {
    mirror,
    records,
    emit: (event: FileEvent) => {
      for (const watcher of watchers) watcher(event);
    },
    /** Opens the project over this folder, as after a reload. */
    async open(workspace: MemoryWorkspace, onRead: (path: string) => void = () => undefined) {
      await mirror.open({ chatId, projectId }, await records());
      const watched = {
        readDirectory: async (path: WorkspacePath) => {
          onRead(path);
          return workspace.readDirectory(path);
        },
        readUnfollowed: async (path: WorkspacePath) => {
          onRead(path);
          return workspace.readUnfollowed(path);
        },
        readFile: (path: WorkspacePath) => workspace.readFile(path),
        watchFiles(listener: (event: FileEvent) => void) {
          watchers.add(listener);
          return () => void watchers.delete(listener);
        },
      };
      return readAndWatch(watched, { mirror, batches, isIgnored: () => false, onEvent: () => undefined });
    },
    async text(path: string) {
      const hash = mirror.files().get(path);
      const bytes = hash === undefined ? null : await store.read(hash);
      return bytes === null ? null : new TextDecoder().decode(bytes);
    },
    close: () => database.close(),
  };
}

describe('a folder of a real machine', () => {
  test('is recorded as it is each time it is opened, whatever happened meanwhile, and nothing is ever written there', async () => {
    const names = fc.constantFrom('a.txt', 'b', 'b/c.txt', 'b/d.txt', 'e/f/g.txt', '.env');
    const folder = fc.dictionary(names, fc.constantFrom('one', 'two', 'three'), { maxKeys: 5 }).map(withoutClashes);
    await fc.assert(
      fc.asyncProperty(fc.array(folder, { minLength: 1, maxLength: 5 }), async (states) => {
        Object.assign(globalThis, { indexedDB: new IDBFactory() });
        const { open, mirror, records, text, close } = await setUp();
        for (const state of states) {
          const workspace = new MemoryWorkspace(state);
          const stop = await open(workspace);
          expect([...mirror.files().keys()].sort()).toEqual(Object.keys(state).sort());
          for (const [path, content] of Object.entries(state)) expect(await text(path)).toBe(content);
          expect(workspace.writes).toEqual([]);
          expect(mirror.baseline()).toEqual(new Map(mirror.files()));
          stop();
        }
        const changes = (await records()).flatMap(({ event }) =>
          event.type === 'file-changed' || event.type === 'file-removed' ? [event] : [],
        );
        expect(changes.every(({ isInherited, by }) => isInherited === true && by === 'user')).toBe(true);
        close();
      }),
      { numRuns: 25 },
    );
  });

  test('leaves out what .gitignore excludes, what is installed, and files that are too large', async () => {
    const { open, mirror, close } = await setUp();
    await open(
      new MemoryWorkspace({
        '.gitignore': 'out\n*.log\n',
        'out/a.js': 'x',
        'node_modules/a/index.js': 'x',
        '.git/HEAD': 'x',
        'app/.gitignore': 'made\n',
        'app/made/b.js': 'x',
        'app/main.js': 'x',
        'debug.log': 'x',
        'large.bin': new Uint8Array(10 * 1024 * 1024 + 1),
      }),
    );
    expect([...mirror.files().keys()].sort()).toEqual(['.gitignore', 'app/.gitignore', 'app/main.js']);
    close();
  });

  test('what is no longer to be read there, or has grown too large, stays known as it was', async () => {
    const { open, mirror, text, close } = await setUp();
    const files = { 'own.txt': 'mine', 'grown.log': 'short', 'data/a.txt': 'a', 'data/deep/b.txt': 'b', 'gone.txt': 'x' };
    (await open(new MemoryWorkspace(files)))();
    const workspace = new MemoryWorkspace({ ...files, 'grown.log': new Uint8Array(10 * 1024 * 1024 + 1) });
    await workspace.remove(pathOf('gone.txt'));
    await open(workspace, (path) => {
      if (path === 'data' || path === 'own.txt') throw new WorkspaceError('EIO', 'Permission denied.');
    });
    expect([...mirror.files().keys()].sort()).toEqual(['data/a.txt', 'data/deep/b.txt', 'grown.log', 'own.txt']);
    expect(await text('grown.log')).toBe('short');
    expect(await text('own.txt')).toBe('mine');
    close();
  });

  test('is refused if it cannot be listed itself, and all that is known of it stays', async () => {
    const { open, mirror, close } = await setUp();
    const workspace = new MemoryWorkspace({ 'a.txt': 'a' });
    (await open(workspace))();
    const opening = open(workspace, () => {
      throw new WorkspaceError('EIO', 'Permission denied.');
    });
    await expect(opening).rejects.toThrow('Permission denied.');
    expect([...mirror.files().keys()]).toEqual(['a.txt']);
    close();
  });

  test('is refused with words if it has too many files, and none of them is recorded', async () => {
    const { open, mirror, close } = await setUp();
    const many = Object.fromEntries(Array.from({ length: 5_001 }, (_, index) => [`f${index}.txt`, '']));
    await expect(open(new MemoryWorkspace(many))).rejects.toThrow('more than 5,000 files');
    expect(mirror.files().size).toBe(0);
    close();
  });

  test('after the host has lost sight of it, all that changed meanwhile is known, also what is gone', async () => {
    const { open, mirror, emit, text, close } = await setUp();
    const workspace = new MemoryWorkspace({ 'a.txt': 'a', 'old.txt': 'x', 'gone/b.txt': 'b', 'src/c.txt': 'c', 'src/d.txt': 'd' });
    await open(workspace);
    await workspace.writeFile(pathOf('a.txt'), new TextEncoder().encode('changed'));
    for (const path of ['old.txt', 'gone', 'src/d.txt']) await workspace.remove(pathOf(path));
    // As the runtime reports it: all that is there, and then that this is all.
    emit({ type: 'changed', path: pathOf('a.txt') });
    emit({ type: 'folder-added', path: pathOf('src') });
    emit({ type: 'changed', path: pathOf('src/c.txt') });
    emit({ type: 'folder-added', path: pathOf('') });
    await expect.poll(() => [...mirror.files().keys()].sort()).toEqual(['a.txt', 'src/c.txt']);
    await expect.poll(() => text('a.txt')).toBe('changed');
    close();
  });

  test('a change while it is read is not missed', async () => {
    const { open, mirror, emit, text, close } = await setUp();
    const workspace = new MemoryWorkspace({ 'a.txt': 'old' });
    let isChanged = false;
    await open(workspace, () => {
      if (isChanged) return;
      isChanged = true;
      emit({ type: 'changed', path: pathOf('late.txt') });
      void workspace.writeFile(pathOf('late.txt'), new TextEncoder().encode('late'));
    });
    await mirror.settled();
    expect(await text('late.txt')).toBe('late');
    close();
  });
});

/** Drops files at paths that are folders of others. */
function withoutClashes(files: Record<string, string>): Record<string, string> {
  const paths = Object.keys(files);
  return Object.fromEntries(Object.entries(files).filter(([path]) => !paths.some((other) => other.startsWith(`${path}/`))));
}
