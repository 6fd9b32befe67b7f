import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ChatId, ContentHash } from '../protocol/ids.ts';
import { sweepBlobs } from './blob-sweep.ts';
import { openDatabase } from './database.ts';
import { createJournalStore, type JournalStore } from './journal-store.ts';
import type { DevonzDatabase } from './migrations/database-schema.ts';
import { createProjectFileStore } from './project-file-store.ts';

const chat = 'chat-1' as ChatId;
const hashOf = (content: number) => String(content).padStart(64, '0') as ContentHash;
const bytes = (content: number) => new TextEncoder().encode(`line ${content}\n`.repeat(1_000));

let database: DevonzDatabase;
let store: JournalStore;
let time = 0;
let version = 0;

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  database = await openDatabase('test', { onClosed: () => expect.unreachable('the database was closed') });
  time = 1_000_000;
  version = 0;
  store = createJournalStore(database, () => time);
});

const write = async (by: 'agent' | 'user' | 'runtime' = 'runtime', path = 'server.log') => {
  time += 1_000;
  version++;
  await store.appendFile(chat, { path, content: bytes(version), hash: hashOf(version), by, before: null });
  return version;
};
const kept = async () => {
  const { records } = await store.load(chat);
  return records.flatMap(({ event }) => (event.type === 'file-changed' && event.isThinned !== true ? [Number(event.hash)] : []));
};

test('of a log that grows for an hour the first version, one of each quarter of an hour and the newest stay', async () => {
  for (let count = 0; count < 360; count++) {
    await write();
    time += 9_000;
  }
  expect(await kept()).toEqual([1, 91, 181, 271, 360]);
  await sweepBlobs(database);
  expect(await database.count('blobs')).toBe(5);
});

test('what a file was when a task, a step or a command began, or before somebody else changed it, stays', async () => {
  await write();
  await write();
  await store.append(chat, { type: 'run-started', maxIterations: 25 });
  await write();
  await write();
  await write();
  await write('agent');
  await write();
  await write();
  await write();
  expect(await kept()).toEqual([1, 2, 3, 5, 6, 7, 9]);
});

test('other files that programs write do not keep it, and what is thinned is said to be so, not damaged', async () => {
  await write();
  for (let count = 0; count < 3; count++) {
    await write('runtime', 'other.log');
    await write();
  }
  expect(await kept()).toEqual([1, 2, 6, 7]);
  expect((await store.load(chat)).damaged).toEqual([]);
  expect(await createProjectFileStore(database).read(hashOf(7))).toEqual(bytes(7));
});
