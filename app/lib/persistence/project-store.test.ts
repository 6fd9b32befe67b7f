import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ChatId, ContentHash, ProjectId } from '../protocol/ids.ts';
import { openDatabase } from './database.ts';
import { createJournalStore, type JournalStore } from './journal-store.ts';
import type { DevonzDatabase } from './migrations/database-schema.ts';
import { createProjectFileStore } from './project-file-store.ts';
import { createProjectStore } from './project-store.ts';

const first = 'chat-1' as ChatId;
const second = 'chat-2' as ChatId;
const project = 'project-1' as ProjectId;
const hashOf = (digit: string) => digit.repeat(64) as ContentHash;
const bytes = (text: string) => new TextEncoder().encode(text);

let database: DevonzDatabase;
let journal: JournalStore;
const open = () => openDatabase('test', { onClosed: () => expect.unreachable('the database was closed') });

async function write(chatId: ChatId, path: string, digit: string) {
  await journal.appendFile(chatId, { path, content: bytes(digit), hash: hashOf(digit), by: 'agent' });
}

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  database = await open();
  let time = 1_000;
  journal = createJournalStore(database, () => time++);
});

describe('several chats of a project', () => {
  beforeEach(async () => {
    await journal.append(first, { type: 'chat-created', title: 'Build it', projectId: project });
    await write(first, 'a.txt', '1');
    await write(first, 'b.txt', '2');
    await journal.append(second, { type: 'chat-created', title: 'Then the tests', projectId: project });
  });

  test('have the same files, and each has in its own journal what the others did', async () => {
    await journal.inheritFiles(second);
    const inherited = (await journal.load(second)).records.slice(1).map(({ event }) => event);
    expect(inherited).toMatchObject([
      { type: 'file-changed', path: 'a.txt', hash: hashOf('1'), size: 1, before: null, isInherited: true },
      { type: 'file-changed', path: 'b.txt', hash: hashOf('2'), size: 1, before: null, isInherited: true },
    ]);
    await write(second, 'a.txt', '3');
    await journal.append(second, { type: 'file-removed', path: 'b.txt', by: 'agent' });
    await journal.inheritFiles(first);
    expect((await journal.load(first)).records.slice(3).map(({ event }) => event)).toMatchObject([
      { type: 'file-removed', path: 'b.txt', before: hashOf('2'), isInherited: true },
      { type: 'file-changed', path: 'a.txt', hash: hashOf('3'), before: hashOf('1'), isInherited: true },
    ]);
    expect(await createProjectFileStore(database).list(project)).toEqual([{ path: 'a.txt', hash: hashOf('3'), size: 1 }]);
  });

  test('inherit nothing twice, and a look at the files does not make a chat the newest', async () => {
    await journal.inheritFiles(second);
    await journal.append(first, { type: 'chat-renamed', title: 'Built' });
    await journal.inheritFiles(second);
    expect((await journal.load(second)).records).toHaveLength(3);
    expect((await journal.listChats()).map(({ chatId }) => chatId)).toEqual([first, second]);
  });

  test('keep the files until the last of them is deleted', async () => {
    await journal.inheritFiles(second);
    await journal.deleteChat(first);
    expect(await createProjectFileStore(database).list(project)).toHaveLength(2);
    expect(await createProjectFileStore(database).read(hashOf('1'))).toEqual(bytes('1'));
    expect(await createProjectStore(database).list()).toHaveLength(1);
    await journal.deleteChat(second);
    await journal.swept();
    expect(await createProjectFileStore(database).list(project)).toEqual([]);
    expect(await createProjectStore(database).list()).toEqual([]);
    expect(await database.count('blobs')).toBe(0);
  });
});

test('a chat without a project makes one that is named as it, which can be renamed and put away', async () => {
  await journal.append(first, { type: 'chat-created', title: 'Alone' });
  const projects = createProjectStore(database);
  const alone = await journal.projectOf(first);
  expect(alone).toBe(first);
  expect(await projects.list()).toMatchObject([{ projectId: first, name: 'Alone', archivedAt: null, deletedAt: null }]);
  await projects.change(alone as ProjectId, { name: 'Mine', archivedAt: 5 });
  await journal.append(first, { type: 'chat-renamed', title: 'Another title' });
  expect(await projects.get(alone as ProjectId)).toMatchObject({ name: 'Mine', archivedAt: 5 });
  expect(await journal.projectOf(second)).toBeNull();
});

test('a database from before there were projects gets one for each chat, with its files', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  const old = await openDB('test', 3, {
    upgrade(upgraded) {
      for (const name of ['records', 'chats', 'blobs', 'files', 'mcp']) upgraded.createObjectStore(name);
      upgraded.createObjectStore('telemetry', { autoIncrement: true });
    },
  });
  await old.put('chats', { chatId: first, title: 'Old', createdAt: 1, updatedAt: 2 }, first);
  await old.put('chats', 'nothing that is a chat', 'damaged');
  await old.put('files', { hash: hashOf('1'), size: 1 }, [first, 'a.txt']);
  old.close();
  database = await open();
  const projects = await createProjectStore(database).list();
  expect(projects.find(({ projectId }) => (projectId as string) === first)).toMatchObject({ name: 'Old', createdAt: 1, updatedAt: 2 });
  journal = createJournalStore(database, () => 9);
  expect(await journal.listChats()).toEqual([
    { chatId: first, projectId: first, title: 'Old', createdAt: 1, updatedAt: 2 },
    { chatId: 'damaged', projectId: 'damaged', title: 'Untitled', createdAt: 0, updatedAt: 0 },
  ]);
  const alone = await journal.projectOf(first);
  expect(alone && (await createProjectFileStore(database).list(alone))).toEqual([{ path: 'a.txt', hash: hashOf('1'), size: 1 }]);
});
