import { createHash } from 'node:crypto';
import { getEventListeners } from 'node:events';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../persistence/database.ts';
import { createJournalStore, type JournalStore } from '../persistence/journal-store.ts';
import { createProjectFileStore } from '../persistence/project-file-store.ts';
import { linkVersion } from '../protocol/files/file-version.ts';
import type { ChatId, ContentHash, ProjectId } from '../protocol/ids.ts';
import { MemoryProcesses } from '../runtime/memory/memory-processes.ts';
import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import type { Workspace, WorkspacePath } from '../runtime/types.ts';
import type { StoredVersion } from './known-files.ts';
import { createProjectMirror, type ProjectMirror } from './project-mirror.ts';

const chat = 'chat-1' as ChatId;
const opened = { chatId: chat, projectId: 'chat-1' as ProjectId };
const bytes = (text: string) => new TextEncoder().encode(text);
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex') as ContentHash;
const bytesOf = (text: string) => new TextEncoder().encode(text);
const pathOf = (text: string): WorkspacePath => toWorkspacePath(text) ?? expect.unreachable(text);

let journal: JournalStore;
let mirror: ProjectMirror;
let errors: string[];
let now = 1;

async function createMirror(): Promise<ProjectMirror> {
  const database = await openDatabase('test', { onClosed: () => expect.unreachable() });
  journal = createJournalStore(database, () => 1);
  return createProjectMirror({
    journal,
    store: createProjectFileStore(database),
    hasher: { hash: async (content) => createHash('sha256').update(content).digest('hex') as ContentHash },
    now: () => now,
    onError: (message) => errors.push(message),
    findMissing: async (missing) =>
      new Map(missing.filter(({ path }) => path === 'elsewhere.txt').map(({ hash }) => [hash, bytesOf('elsewhere')])),
  });
}

const events = async () => (await journal.load(chat)).records.map((record) => record.event);

/** Files in a Map; notes how many events the journal held when each change arrived. */
function recordingWorkspace() {
  const files = new Map<string, Uint8Array>();
  const journalled: number[] = [];
  const fail = () => expect.unreachable('not part of these tests');
  const note = async () => void journalled.push((await events()).length);
  const workspace: Workspace = {
    projectRoot: () => '/home/project',
    machine: () => null,
    readFile: async (path) => files.get(path) ?? fail(),
    readUnfollowed: async (path) => files.get(path) ?? fail(),
    makeLink: fail,
    async writeFile(path, content) {
      await note();
      files.set(path, content);
    },
    async remove(path) {
      await note();
      files.delete(path);
    },
    async rename(from, to) {
      await note();
      files.set(to, files.get(from) ?? fail());
      files.delete(from);
    },
    kindOf: async (path) => (files.has(path) ? 'file' : null),
    readDirectory: fail,
    makeDirectory: fail,
    processes: new MemoryProcesses(),
    runCommand: fail,
  };
  return { workspace, files, journalled };
}

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  errors = [];
  mirror = await createMirror();
  await mirror.open(opened, []);
});

describe('the project mirror', () => {
  test('has a write in the journal before it reaches the project', async () => {
    const { workspace, journalled } = recordingWorkspace();
    await mirror.journaled(workspace, 'agent').writeFile(pathOf('a.txt'), bytes('one'));
    expect(journalled).toEqual([1]);
    expect(await events()).toMatchObject([{ type: 'file-changed', path: 'a.txt', size: 3, by: 'agent' }]);
  });

  test('journals a rename as the new files and the removal of the old', async () => {
    const { workspace } = recordingWorkspace();
    const written = mirror.journaled(workspace, 'user');
    await written.writeFile(pathOf('src/a.txt'), bytes('one'));
    await written.rename(pathOf('src/a.txt'), pathOf('src/b.txt'));
    expect((await events()).map((event) => [event.type, 'path' in event && event.path])).toEqual([
      ['file-changed', 'src/a.txt'],
      ['file-changed', 'src/b.txt'],
      ['file-removed', 'src/a.txt'],
    ]);
  });

  test('restores the newest content of every file after a reload', async () => {
    const { workspace } = recordingWorkspace();
    const written = mirror.journaled(workspace, 'agent');
    await written.writeFile(pathOf('a.txt'), bytes('one'));
    await written.writeFile(pathOf('a.txt'), bytes('two'));
    await written.writeFile(pathOf('gone.txt'), bytes('x'));
    await written.remove(pathOf('gone.txt'));
    const again = await createMirror();
    await again.open(opened, (await journal.load(chat)).records);
    const contents = await again.contents();
    expect(contents.map((file) => ('content' in file ? [file.path, new TextDecoder().decode(file.content)] : [file.path]))).toEqual([
      ['a.txt', 'two'],
    ]);
  });

  test('brings back nothing that a journal from elsewhere names outside of the project or behind a link', async () => {
    const link = linkVersion('src') ?? expect.unreachable();
    for (const path of ['', '../out', 'a/../../out', '/etc/passwd', 'link/a'])
      await journal.append(chat, { type: 'file-changed', path, hash: hashOf('x'), size: 1, by: 'user' });
    await journal.append(chat, { type: 'file-changed', path: 'link', hash: link, size: 3, by: 'user' });
    const again = await createMirror();
    await again.open(opened, (await journal.load(chat)).records);
    expect(await again.contents()).toEqual([{ path: 'link', linkTo: 'src' }]);
    expect(errors).toEqual([]);
  });

  test('keeps what may be run so, through edits, moves and a reload', async () => {
    const { workspace } = recordingWorkspace();
    const written = mirror.journaled(workspace, 'user');
    await written.writeFile(pathOf('run'), bytes('one'));
    const files = ['run', 'tool'].map((path): StoredVersion => ({ path, hash: hashOf('one'), size: 3, isExecutable: true }));
    // Only the executable flag of the first file is new.
    await mirror.recordAll(files, async (all) => {
      for (const event of all) await journal.append(chat, event);
    });
    await written.writeFile(pathOf('run'), bytes('two'));
    await written.rename(pathOf('run'), pathOf('bin/run'));
    await written.writeFile(pathOf('plain'), bytes('x'));
    const again = await createMirror();
    await again.open(opened, (await journal.load(chat)).records);
    const batches: string[][] = [];
    for await (const batch of again.contentBatches()) batches.push(batch.map((file) => `${file.path}${'isExecutable' in file ? '*' : ''}`));
    expect(batches).toEqual([['bin/run*', 'plain', 'tool*']]);
  });

  test('does not wait for a runtime that has gone in the middle of a look at a file', async () => {
    const ended = new AbortController();
    const gone = { readUnfollowed: () => new Promise<never>(() => undefined), readDirectory: () => new Promise<never>(() => undefined) };
    mirror.onWatchEvent({ type: 'changed', path: pathOf('a.txt') }, gone, ended.signal);
    ended.abort();
    await mirror.open(opened, []);
    expect(await events()).toEqual([]);
  });

  test('leaves nothing behind with a runtime that lives for long', async () => {
    const { signal } = new AbortController();
    const { readDirectory } = recordingWorkspace().workspace;
    for (const path of ['a.txt', 'b.txt', 'c.txt']) {
      mirror.onWatchEvent({ type: 'changed', path: pathOf(path) }, { readUnfollowed: async () => bytes(path), readDirectory }, signal);
    }
    await mirror.settled();
    expect((await events()).length).toBe(3);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('does not read a file again whose event brings what was written through it, and does where it brings something else', async () => {
    const { workspace, files } = recordingWorkspace();
    let reads = 0;
    const runtime = {
      readUnfollowed: async (path: WorkspacePath) => {
        reads++;
        return workspace.readFile(path);
      },
      readDirectory: workspace.readDirectory,
    };
    const report = async (content: Uint8Array) => {
      mirror.onWatchEvent({ type: 'changed', path: pathOf('a.txt'), content }, runtime, new AbortController().signal);
      await mirror.settled();
    };
    await mirror.journaled(workspace, 'agent').writeFile(pathOf('a.txt'), bytes('one'));
    await report(bytes('one'));
    expect([reads, (await events()).length]).toEqual([0, 1]);
    files.set('a.txt', bytes('two'));
    await report(bytes('two'));
    expect(reads).toBe(1);
    expect((await events()).map((event) => 'by' in event && event.by)).toEqual(['agent', 'runtime']);
  });

  test('keeps no half of a file that a program writes and that turns out to be too large, and says so once', async () => {
    const outgrown: string[] = [];
    mirror.onOutgrown((path) => outgrown.push(path));
    const files: Record<string, Uint8Array> = {};
    const readUnfollowed = async (path: string) => files[path] ?? expect.unreachable();
    const signal = new AbortController().signal;
    const write = async (path: string, size: number, after = 500) => {
      now += after;
      files[path] = new Uint8Array(size).fill(size % 251);
      mirror.onWatchEvent({ type: 'changed', path: pathOf(path) }, { readUnfollowed, readDirectory: async () => [] }, signal);
      await mirror.settled();
    };
    const sizes = async () => {
      const again = await createMirror();
      await again.open(opened, (await journal.load(chat)).records);
      const kept = (await again.contents()).map((file) => [file.path, 'content' in file ? file.content.length : null]);
      return Object.fromEntries(kept);
    };
    await write('new.bin', 6_000_000);
    await write('new.bin', 11_000_000);
    await write('new.bin', 12_000_000);
    expect(await sizes()).toEqual({});
    // A file that was complete and is written again later: the complete version stays.
    await write('data.db', 9_000_000);
    await write('data.db', 10_000_000, 60_000);
    await write('data.db', 11_000_000);
    expect(await sizes()).toEqual({ 'data.db': 9_000_000 });
    await write('data.db', 11_500_000, 60_000);
    expect(await sizes()).toEqual({ 'data.db': 9_000_000 });
    expect(outgrown).toEqual(['new.bin', 'data.db']);
    await write('data.db', 5_000, 60_000);
    await write('data.db', 12_000_000, 60_000);
    expect([await sizes(), outgrown.length]).toEqual([{ 'data.db': 5_000 }, 3]);
    expect(errors).toEqual([]);
  });

  test('does not journal content that is already known, nor ignored folders', async () => {
    const { workspace } = recordingWorkspace();
    const written = mirror.journaled(workspace, 'agent');
    await written.writeFile(pathOf('a.txt'), bytes('one'));
    await written.writeFile(pathOf('a.txt'), bytes('one'));
    await written.writeFile(pathOf('node_modules/x/index.js'), bytes('two'));
    expect(await events()).toHaveLength(1);
  });

  test('knows what the files were when the newest run began', async () => {
    const { workspace } = recordingWorkspace();
    const written = mirror.journaled(workspace, 'agent');
    await written.writeFile(pathOf('old.txt'), bytes('one'));
    await journal.append(chat, { type: 'run-started', maxIterations: 25 });
    await written.writeFile(pathOf('new.txt'), bytes('two'));
    const again = await createMirror();
    await again.open(opened, (await journal.load(chat)).records);
    expect([...again.baseline().keys()]).toEqual(['old.txt']);
    expect(errors).toEqual([]);
  });

  test('a run that an answer to the agent’s question began continues with its task: what was before it is kept', async () => {
    const { workspace } = recordingWorkspace();
    const written = mirror.journaled(workspace, 'agent');
    await journal.append(chat, { type: 'run-started', maxIterations: 25 });
    await written.writeFile(pathOf('asked.txt'), bytes('one'));
    await journal.append(chat, { type: 'run-ended', outcome: 'waiting_for_user' });
    await journal.append(chat, { type: 'run-started', maxIterations: 25 });
    const again = await createMirror();
    await again.open(opened, (await journal.load(chat)).records);
    expect([...again.baseline().keys()]).toEqual([]);
  });

  test('tells each version and removal that has gone into the journal, with what was there before', async () => {
    const { workspace } = recordingWorkspace();
    const told: unknown[] = [];
    mirror.onRecord((event) => told.push(event));
    const written = mirror.journaled(workspace, 'agent');
    await written.writeFile(pathOf('a.txt'), bytes('one'));
    const hash = mirror.files().get('a.txt');
    const runtime = { readUnfollowed: async () => bytes('two'), readDirectory: workspace.readDirectory };
    mirror.onWatchEvent({ type: 'changed', path: pathOf('a.txt') }, runtime, new AbortController().signal);
    await mirror.settled();
    const second = mirror.files().get('a.txt');
    mirror.onWatchEvent({ type: 'removed', path: pathOf('a.txt') }, runtime, new AbortController().signal);
    await mirror.settled();
    expect(told).toMatchObject([
      { type: 'file-changed', by: 'agent', before: null, hash },
      { type: 'file-changed', by: 'runtime', before: hash, hash: second },
      { type: 'file-removed', by: 'runtime', before: second },
    ]);
    expect(await events()).toEqual(told);
  });
});

test('contents that are not stored are taken from elsewhere, and what is nowhere is said once, by name; everything else opens', async () => {
  const database = await openDatabase('test', { onClosed: () => expect.unreachable() });
  for (const name of ['a', 'elsewhere', 'gone-1', 'gone-2'])
    await journal.appendFile(chat, { path: `${name}.txt`, content: bytesOf(name), hash: hashOf(name), by: 'user' });
  for (const name of ['elsewhere', 'gone-1', 'gone-2']) await database.delete('blobs', hashOf(name));
  await mirror.open({ chatId: chat, projectId: (await journal.projectOf(chat)) ?? expect.unreachable() }, []);
  expect(await mirror.contents()).toEqual([
    { path: 'a.txt', content: bytesOf('a') },
    { path: 'elsewhere.txt', content: bytesOf('elsewhere') },
  ]);
  expect(errors).toEqual([expect.stringContaining('storage: gone-1.txt, gone-2.txt. No other chat')]);
});
