import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ChatId, ContentHash, ProjectId } from '../protocol/ids.ts';
import type { JournalEvent } from '../protocol/journal-event.ts';
import { openDatabase } from './database.ts';
import { createJournalStore } from './journal-store.ts';
import type { DevonzDatabase } from './migrations/database-schema.ts';
import { createProjectFileStore } from './project-file-store.ts';

const chat = 'chat-1' as ChatId;
const other = 'chat-2' as ChatId;
const hashOf = (digit: string) => digit.repeat(64) as ContentHash;
const project = 'chat-1' as ProjectId;
const bytes = (text: string) => new TextEncoder().encode(text);

let database: DevonzDatabase;
let time = 0;
const open = () => openDatabase('test', { onClosed: () => expect.unreachable('the database was closed') });

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  time = 1_000;
  database = await open();
});

const journal = () => createJournalStore(database, () => time++);

describe('two tabs', () => {
  const tab = (name: string) => createJournalStore(database, () => time++, name);
  const granted: JournalEvent = { type: 'iterations-granted', count: 5 };

  test('a tab whose project another one has claimed writes nothing more to it, neither events nor files, and says why', async () => {
    const [first, second] = [tab('first'), tab('second')];
    await first.append(chat, { type: 'chat-created', title: 'One' });
    await second.claim(project);
    await expect(first.append(chat, granted)).rejects.toThrow('This project is open in another tab');
    const file = { path: 'a.txt', content: bytes('a'), hash: hashOf('a'), by: 'agent' as const };
    await expect(first.appendFile(chat, file)).rejects.toThrow('This project is open in another tab');
    await second.append(chat, granted);
    expect((await second.load(chat)).records.map(({ event }) => event.type)).toEqual(['chat-created', 'iterations-granted']);
    expect(await createProjectFileStore(database).read(hashOf('a'))).toBeNull();
  });

  test('other projects and titles are untouched by that', async () => {
    const [first, second] = [tab('first'), tab('second')];
    await first.append(chat, { type: 'chat-created', title: 'One' });
    await second.append(other, { type: 'chat-created', title: 'Two' });
    await first.append(chat, granted);
    await first.append(other, { type: 'chat-renamed', title: 'Zwei' });
    expect((await first.listChats()).map(({ title }) => title)).toEqual(['Zwei', 'One']);
  });

  test('a project goes back to a tab that claims it again', async () => {
    const [first, second] = [tab('first'), tab('second')];
    await first.append(chat, { type: 'chat-created', title: 'One' });
    await second.claim(project);
    await first.claim(project);
    await first.append(chat, granted);
    await expect(second.append(chat, granted)).rejects.toThrow('another tab');
  });
});

describe('the journal', () => {
  test('numbers the events of each chat from 0 without gaps, also when appended at the same time', async () => {
    const store = journal();
    await Promise.all([
      store.append(chat, { type: 'chat-created', title: 'One' }),
      store.append(other, { type: 'chat-created', title: 'Two' }),
      store.append(chat, { type: 'chat-renamed', title: 'Uno' }),
      store.append(chat, { type: 'iterations-granted', count: 5 }),
    ]);
    expect((await store.load(chat)).records.map((record) => record.sequence)).toEqual([0, 1, 2]);
    expect((await store.load(other)).records.map((record) => record.sequence)).toEqual([0]);
  });

  test('gives the same events back after the tab was closed', async () => {
    await journal().append(chat, { type: 'chat-created', title: 'Kept' });
    database.close();
    database = await open();
    expect((await journal().load(chat)).records[0]?.event).toEqual({ type: 'chat-created', title: 'Kept' });
    expect((await journal().listChats()).map((found) => found.title)).toEqual(['Kept']);
  });

  test('reports a damaged record by its place and loads the rest', async () => {
    const store = journal();
    await store.append(chat, { type: 'chat-created', title: 'One' });
    await database.put('records', { version: 1, nonsense: true }, [chat, 1]);
    await store.append(chat, { type: 'chat-renamed', title: 'Two' });
    const loaded = await store.load(chat);
    expect(loaded.records.map((record) => record.sequence)).toEqual([0, 2]);
    expect(loaded.damaged.map((damage) => damage.sequence)).toEqual([1]);
  });

  test('lists the chat that was used last first', async () => {
    const store = journal();
    await store.append(chat, { type: 'chat-created', title: 'Older' });
    await store.append(other, { type: 'chat-created', title: 'Newer' });
    await store.append(chat, { type: 'iterations-granted', count: 1 });
    expect((await store.listChats()).map((found) => found.chatId)).toEqual([chat, other]);
  });
});

describe('project files', () => {
  test('are stored once per content and listed in their newest version', async () => {
    const store = journal();
    const files = createProjectFileStore(database);
    await store.appendFile(chat, { path: 'a.txt', content: bytes('one'), hash: hashOf('1'), by: 'agent' });
    await store.appendFile(chat, { path: 'b.txt', content: bytes('one'), hash: hashOf('1'), by: 'agent' });
    await store.appendFile(chat, { path: 'a.txt', content: bytes('two'), hash: hashOf('2'), by: 'user' });
    expect(await database.count('blobs')).toBe(2);
    expect(await files.list(project)).toEqual([
      { path: 'a.txt', hash: hashOf('2'), size: 3 },
      { path: 'b.txt', hash: hashOf('1'), size: 3 },
    ]);
    expect(new TextDecoder().decode((await files.read(hashOf('2'))) ?? new Uint8Array())).toBe('two');
  });

  test('are stored in one transaction with the record and the list that name them', async () => {
    const store = journal();
    await store.append(chat, { type: 'chat-created', title: 'Files' });
    const opened = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await store.appendFile(chat, { path: 'a.txt', content: bytes('one'), hash: hashOf('1'), by: 'agent' });
    const writing = opened.mock.calls.filter(([, mode]) => mode === 'readwrite');
    expect(writing.map(([stores]) => stores)).toEqual([expect.arrayContaining(['records', 'blobs', 'files'])]);
  });

  test('leave the list when they are removed, while their old version stays readable', async () => {
    const store = journal();
    const files = createProjectFileStore(database);
    await store.appendFile(chat, { path: 'a.txt', content: bytes('one'), hash: hashOf('1'), by: 'agent' });
    await store.append(chat, { type: 'file-removed', path: 'a.txt', by: 'agent' });
    expect(await files.list(project)).toEqual([]);
    expect(await files.read(hashOf('1'))).not.toBeNull();
  });

  test('go with their chat, except for the content that another chat still names', async () => {
    const store = journal();
    await store.appendFile(chat, { path: 'a.txt', content: bytes('one'), hash: hashOf('1'), by: 'agent' });
    await store.appendFile(chat, { path: 'b.txt', content: bytes('two'), hash: hashOf('2'), by: 'agent' });
    await store.appendFile(other, { path: 'c.txt', content: bytes('two'), hash: hashOf('2'), by: 'agent' });
    await store.deleteChat(chat);
    await store.swept();
    expect((await store.load(chat)).records).toEqual([]);
    expect(await database.getAllKeys('blobs')).toEqual([hashOf('2')]);
    expect((await store.listChats()).map((found) => found.chatId)).toEqual([other]);
  });
});

describe('the images of a message', () => {
  const image = (digit: string) =>
    ({ type: 'image', hash: hashOf(digit), mediaType: 'image/png', name: 'a.png', width: 4, height: 3, size: 5 }) as const;
  const message = (id: string, ...digits: string[]): JournalEvent => ({
    type: 'user-message',
    message: { id, role: 'user', parts: [{ type: 'text', text: 'Look' }, ...digits.map(image)] },
    mode: 'agent',
  });

  test('are stored with the message that names them, each once', async () => {
    const store = journal();
    await store.append(chat, message('1', 'a'), new Map([[hashOf('a'), bytes('first')]]));
    await store.append(chat, message('2', 'a'), new Map([[hashOf('a'), bytes('never stored')]]));
    expect(await createProjectFileStore(database).read(hashOf('a'))).toEqual(bytes('first'));
    expect((await store.load(chat)).records.map(({ event }) => event)).toEqual([message('1', 'a'), message('2', 'a')]);
  });

  test('go with the last chat that shows them', async () => {
    const store = journal();
    await store.append(
      chat,
      message('1', 'a', 'b'),
      new Map([
        [hashOf('a'), bytes('a')],
        [hashOf('b'), bytes('b')],
      ]),
    );
    await store.append(other, message('2', 'b'));
    await store.deleteChat(chat);
    await store.swept();
    const { read } = createProjectFileStore(database);
    expect(await read(hashOf('a'))).toBeNull();
    expect(await read(hashOf('b'))).toEqual(bytes('b'));
  });
});
