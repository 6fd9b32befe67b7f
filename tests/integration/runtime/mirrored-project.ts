import { createHash } from 'node:crypto';
import type { WebContainer } from '@webcontainer/api';
import { unpackMessage } from 'devonz-engine-protocol/message-pack';
import { IDBFactory } from 'fake-indexeddb';
import { expect, vi } from 'vitest';
import { openDatabase } from '../../../app/lib/persistence/database.ts';
import { createJournalStore, type JournalStore } from '../../../app/lib/persistence/journal-store.ts';
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

export const ROOT = '/home/project';
const chatId = 'chat-1' as ChatId;
const opened = { chatId, projectId: projectIdSchema.parse(chatId) };
export const bytes = (text: string) => new TextEncoder().encode(text);
export const pathOf = (text: string): WorkspacePath => toWorkspacePath(text) ?? expect.unreachable(text);

/** The engine's file system behind the client's interface. */
export function createMachine() {
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

export type Machine = ReturnType<typeof createMachine>;

/** Returns every file and link that is not ignored, without following links. */
export function filesIn({ fileSystem }: Machine, folder = ROOT): Record<string, string> {
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

export async function mirroredProject() {
  globalThis.indexedDB = new IDBFactory();
  const machine = createMachine();
  const database = await openDatabase('test', { onClosed: () => expect.unreachable() });
  const stored = createJournalStore(database, () => 1);
  let beforeRecord: () => Promise<void> = async () => undefined;
  const journal: JournalStore = {
    ...stored,
    append: async (...given) => {
      await beforeRecord();
      return stored.append(...given);
    },
    appendFile: async (...given) => {
      await beforeRecord();
      return stored.appendFile(...given);
    },
  };
  const store = createProjectFileStore(database);
  const problems: string[] = [];
  const create = () =>
    createProjectMirror({
      journal,
      store,
      hasher: { hash: async (content) => createHash('sha256').update(content).digest('hex') as ContentHash },
      now: () => 1,
      onError: (message) => problems.push(message),
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
  const workspace = mirror.journaled(
    { projectRoot: () => '/home/project', machine: () => null, ...files, runCommand: fail, processes } satisfies Workspace,
    'user',
  );
  const begun: Promise<unknown>[] = [];
  const settled = async () => {
    await Promise.all(begun.splice(0));
    for (let round = 0; round < 3; round++) {
      const watched = watchSettled();
      await vi.advanceTimersByTimeAsync(100);
      await watched;
      await mirror.settled();
    }
  };
  const textsOf = async (versions: ReadonlyMap<string, ContentHash>) => {
    const texts: Record<string, string> = {};
    for (const [path, version] of versions) {
      texts[path] = version.startsWith('link:') ? version : new TextDecoder().decode((await store.read(version)) ?? fail());
    }
    return texts;
  };
  const recorded = () => textsOf(mirror.files());
  /** Returns the files according to the records alone. */
  const journaled = async () => {
    const files = new Map<string, ContentHash>();
    for (const { event } of (await journal.load(chatId)).records) {
      if (event.type === 'file-changed') files.set(event.path, event.hash);
      if (event.type === 'file-removed') files.delete(event.path);
    }
    return textsOf(files);
  };
  /** Returns the files of a fresh machine after a reload. */
  const reloaded = async () => {
    const again = createMachine();
    const reopened = create();
    await reopened.open(opened, (await journal.load(chatId)).records);
    for await (const batch of reopened.contentBatches()) await mountFiles(again.container, batch, 'engine');
    return filesIn(again);
  };
  const alsoAwait = (work: Promise<unknown>) => void begun.push(work);
  const onRecord = (look: () => Promise<void>) => {
    beforeRecord = look;
  };
  return { machine, workspace, settled, alsoAwait, recorded, journaled, reloaded, onRecord, problems, close: () => database.close() };
}
