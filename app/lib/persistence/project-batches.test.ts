import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { webCryptoHasher } from '../agent/testing/test-session.ts';
import type { ChatId, ContentHash, ProjectId } from '../protocol/ids.ts';
import type { JournalEvent } from '../protocol/journal-event.ts';
import { packTogether } from './contents/content-pack.ts';
import { openDatabase } from './database.ts';
import { createJournalStore, type JournalStore } from './journal-store.ts';
import type { DevonzDatabase } from './migrations/database-schema.ts';
import { createProjectBatches, type ProjectBatches } from './project-batches.ts';
import { createProjectFileStore } from './project-file-store.ts';
import { createProjectStore } from './project-store.ts';

const chatId = 'chat-1' as ChatId;
const other = 'chat-2' as ChatId;
const projectId = 'project-1' as ProjectId;
const hashOf = (digit: string) => digit.repeat(64) as ContentHash;
const bytes = (text: string) => new TextEncoder().encode(text);
const created: JournalEvent = { type: 'chat-created', title: 'Brought in', projectId };
const changed = (path: string, digit: string): JournalEvent => ({ type: 'file-changed', path, hash: hashOf(digit), size: 1, by: 'user' });

let database: DevonzDatabase;
let journal: JournalStore;
let batches: ProjectBatches;

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  database = await openDatabase('test', { onClosed: () => expect.unreachable('the database was closed') });
  journal = createJournalStore(database, () => 1_000);
  batches = createProjectBatches(database, () => 1_000);
});

const keep = (...digits: string[]) => batches.keepContents(new Map(digits.map((digit) => [hashOf(digit), bytes(digit)])));

test('many files come into a journal at once, with the project that they are in', async () => {
  await keep('1', '2');
  await batches.appendAll(chatId, [created, changed('a.txt', '1'), changed('b/c.txt', '2')]);
  const { records } = await journal.load(chatId);
  expect(records.map(({ sequence, event }) => [sequence, event.type])).toEqual([
    [0, 'chat-created'],
    [1, 'file-changed'],
    [2, 'file-changed'],
  ]);
  expect(await createProjectFileStore(database).list(projectId)).toEqual([
    { path: 'a.txt', hash: hashOf('1'), size: 1 },
    { path: 'b/c.txt', hash: hashOf('2'), size: 1 },
  ]);
  expect((await createProjectStore(database).list()).map(({ name }) => name)).toEqual(['Brought in']);
  await batches.appendAll(chatId, [{ type: 'file-removed', path: 'a.txt', by: 'user' }]);
  expect((await journal.load(chatId)).records.at(-1)?.sequence).toBe(3);
});

test('where one content is missing nothing is written at all', async () => {
  await keep('1');
  await expect(batches.appendAll(chatId, [created, changed('a.txt', '1'), changed('b.txt', '2')])).rejects.toThrow('Try again');
  expect([await journal.listChats(), (await journal.load(chatId)).records]).toEqual([[], []]);
  expect(await createProjectFileStore(database).list(projectId)).toEqual([]);
});

test('what was read and then given up goes, unless a journal names it', async () => {
  await keep('1', '2', '3');
  await batches.appendAll(chatId, [created, changed('a.txt', '1')]);
  expect(await batches.known([hashOf('1'), hashOf('4')])).toEqual(new Set([hashOf('1')]));
  await batches.dropContents();
  expect(await database.getAllKeys('blobs')).toEqual([hashOf('1')]);
});

test('what is there is known in a storage of many more contents, too', async () => {
  const many = Array.from({ length: 250 }, (_, index) => String(index).padStart(64, 'f') as ContentHash);
  await batches.keepContents(new Map(many.map((hash) => [hash, bytes('x')])));
  await keep('1');
  expect(await batches.known([hashOf('1'), hashOf('4')])).toEqual(new Set([hashOf('1')]));
  expect(await batches.known([...many, hashOf('4')])).toEqual(new Set(many));
});

test('what is in a pack is known, and is not stored again when it is written', async () => {
  const [content, another] = [bytes('5'.repeat(300)), bytes('6'.repeat(300))];
  const { packs } = await packTogether(
    [
      { hash: hashOf('5'), content },
      { hash: hashOf('6'), content: another },
    ],
    webCryptoHasher,
  );
  await batches.keepContents(new Map(), packs);
  await batches.keepContents(new Map(), packs);
  expect(await batches.known([hashOf('5'), hashOf('6'), hashOf('7')])).toEqual(new Set([hashOf('5'), hashOf('6')]));
  expect(await batches.allKnown()).toEqual(new Set([hashOf('5'), hashOf('6')]));
  await batches.appendAll(chatId, [created, changed('a.txt', '5')]);
  await journal.appendFile(chatId, { path: 'b.txt', content: another, hash: hashOf('6'), by: 'agent' });
  expect([await database.count('blobs'), await database.count('packs')]).toEqual([0, 1]);
  expect(await createProjectFileStore(database).read(hashOf('6'))).toEqual(another);
});

test('a storage that is full in the middle leaves nothing, and says that it is full', async () => {
  const put = IDBObjectStore.prototype.put;
  let requests = 0;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
    requests += 1;
    if (requests === 300) throw new DOMException('There is no room.', 'QuotaExceededError');
    return put.call(this, value, key);
  });
  const many = Array.from({ length: 600 }, (_, index) => String(index).padStart(64, 'f') as ContentHash);
  const keeping = batches.keepContents(new Map(many.map((hash) => [hash, bytes('x')])));
  await expect(keeping).rejects.toMatchObject({ name: 'QuotaExceededError' });
  vi.restoreAllMocks();
  expect(await database.count('blobs')).toBe(0);
});

test('a project is deleted with all its chats, and what it alone needed is free', async () => {
  await keep('1', '2');
  await batches.appendAll(chatId, [created, changed('a.txt', '1'), changed('b.txt', '2')]);
  await journal.append(other, { type: 'chat-created', title: 'Another project' });
  await batches.appendAll(other, [changed('a.txt', '1')]);
  await journal.append('chat-3' as ChatId, { ...created, title: 'Second chat' });
  expect(await batches.deleteProject(projectId)).toBe(1);
  expect((await journal.listChats()).map((chat) => chat.chatId)).toEqual([other]);
  expect((await createProjectStore(database).list()).map(({ name }) => name)).toEqual(['Another project']);
  expect(await createProjectFileStore(database).list(projectId)).toEqual([]);
  expect(await database.getAllKeys('blobs')).toEqual([hashOf('1')]);
});
