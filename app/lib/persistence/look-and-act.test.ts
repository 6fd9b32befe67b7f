import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { webCryptoHasher } from '../agent/testing/test-session.ts';
import type { ChatId, ContentHash, ProjectId } from '../protocol/ids.ts';
import type { JournalEvent } from '../protocol/journal-event.ts';
import { sweepBlobs } from './blob-sweep.ts';
import { packTogether } from './contents/content-pack.ts';
import { openDatabase } from './database.ts';
import { createJournalStore, type JournalStore } from './journal-store.ts';
import { createJournalUpkeep } from './journal-upkeep.ts';
import type { DevonzDatabase } from './migrations/database-schema.ts';
import { createProjectBatches } from './project-batches.ts';
import { createProjectFileStore } from './project-file-store.ts';
import { createProjectStore } from './project-store.ts';
import { runEverySchedule } from './testing/every-schedule.ts';

const CHAT = 'chat-1' as ChatId;
const COPY = 'chat-2' as ChatId;
const hashOf = (content: number) => String(content).padStart(64, '0') as ContentHash;
const bytes = (content: number) => new TextEncoder().encode(`content ${content}`);
const file = (content: number, by: 'user' | 'runtime' = 'user') => ({
  path: 'a.txt',
  content: bytes(content),
  hash: hashOf(content),
  by,
});
const message = (hash: ContentHash): JournalEvent => ({
  type: 'user-message',
  message: { id: 'm', role: 'user', parts: [{ type: 'image', hash, mediaType: 'image/png', name: 'a.png', width: 1, height: 1, size: 9 }] },
  mode: 'agent',
});
const projectOf = (chatId: ChatId) => chatId as string as ProjectId;
const open = () => openDatabase('test', { onClosed: () => expect.unreachable() });
let database: DevonzDatabase;
let journal: JournalStore;

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  database = await open();
  journal = createJournalStore(database, () => 1);
});

test('a pack is taken apart while one of its contents is read: it is found, in whatever order', async () => {
  const packed = await packTogether(
    [1, 2, 3].map((content) => ({ hash: hashOf(content), content: bytes(content) })),
    webCryptoHasher,
  );
  const found = new Set<string>();
  const explored = await runEverySchedule({
    async setUp(own) {
      const batches = createProjectBatches(own, () => 1);
      await batches.keepContents(new Map(), packed.packs);
      const { path, hash, by } = file(1);
      await batches.appendAll(CHAT, [{ type: 'file-changed', path, hash, size: 9, by }]);
    },
    operations: [
      { name: 'sweep', run: (own) => sweepBlobs(own) },
      {
        name: 'read',
        run: async (own) => found.add(new TextDecoder().decode((await createProjectFileStore(own).read(hashOf(1))) ?? undefined)),
      },
    ],
    problemIn: () => (found.has('') ? 'not found' : null),
  });
  expect(explored.problems).toEqual([]);
  expect([...found]).toEqual(['content 1']);
});

test('a project that is taken back after old ones were listed is not deleted', async () => {
  await journal.appendFile(CHAT, file(1));
  const [projects, batches] = [createProjectStore(database), createProjectBatches(database, () => 1)];
  await projects.change(projectOf(CHAT), { deletedAt: 5 });
  await projects.change(projectOf(CHAT), { deletedAt: null });
  await batches.deleteProject(projectOf(CHAT), 10);
  await projects.change(projectOf(CHAT), { deletedAt: 10 });
  await batches.deleteProject(projectOf(CHAT), 10);
  expect((await journal.load(CHAT)).records).toHaveLength(1);
  await projects.change(projectOf(CHAT), { deletedAt: 9 });
  await batches.deleteProject(projectOf(CHAT), 10);
  expect(await database.count('records')).toBe(0);
});

test('a chat is copied after another tab has deleted it: nothing is copied; what was missing before is no reason', async () => {
  await journal.appendFile(CHAT, file(1));
  const { records } = await journal.load(CHAT);
  const own = records.map((record) => ({ ...record, chatId: COPY }));
  await database.delete('blobs', hashOf(1));
  await journal.importChat(COPY, own, new Map(), CHAT);
  await journal.deleteChat(COPY);
  await journal.deleteChat(CHAT);
  await journal.swept();
  await expect(journal.importChat(COPY, own, new Map(), CHAT)).rejects.toThrow('cleared meanwhile');
  expect(await database.count('records')).toBe(0);
});

test('a message whose image was cleared since it was attached is not kept, and says so', async () => {
  await journal.keepContent(hashOf(1), bytes(1));
  await sweepBlobs(database);
  await expect(journal.append(CHAT, message(hashOf(1)))).rejects.toThrow('The image a.png is no longer stored.');
  expect(await database.count('records')).toBe(0);
});

test('a version that is not needed any more is not confused with the one that has its number by now', async () => {
  const upkeep = createJournalUpkeep(database);
  for (const content of [1, 2]) await upkeep.thin(await journal.appendFile(CHAT, file(content, 'runtime')));
  const last = await journal.appendFile(CHAT, file(3, 'runtime'));
  const other = createJournalStore(await open(), () => 1);
  await other.deleteChat(CHAT);
  for (const content of [4, 5, 6]) await other.appendFile(CHAT, { ...file(content, 'runtime'), path: `${content}.txt` });
  await upkeep.thin(last);
  expect((await journal.load(CHAT)).records.map(({ event }) => 'isThinned' in event)).toEqual([false, false, false]);
});
