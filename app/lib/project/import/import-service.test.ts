import { createHash } from 'node:crypto';
import { IDBFactory } from 'fake-indexeddb';
import { zipSync } from 'fflate';
import { beforeEach, expect, test, vi } from 'vitest';
import { allStored, contentStoresOf } from '../../persistence/contents/stored-contents.ts';
import { openDatabase } from '../../persistence/database.ts';
import { createJournalStore } from '../../persistence/journal-store.ts';
import type { DevonzDatabase } from '../../persistence/migrations/database-schema.ts';
import { createProjectBatches, type ProjectBatches } from '../../persistence/project-batches.ts';
import { createProjectFileStore, type ProjectFileStore } from '../../persistence/project-file-store.ts';
import { createProjectStore } from '../../persistence/project-store.ts';
import { type ChatId, contentHashSchema } from '../../protocol/ids.ts';
import type { StoredVersion } from '../known-files.ts';
import { createImportReader } from './import-reader.ts';
import { createImportService } from './import-service.ts';
import type { ImportSource } from './import-source.ts';

const hasher = { hash: async (content: Uint8Array) => contentHashSchema.parse(createHash('sha256').update(content).digest('hex')) };
const bytes = (text: string) => new TextEncoder().encode(text);
const archive: ImportSource = {
  type: 'zip',
  name: 'shop.zip',
  file: new Blob([new Uint8Array(zipSync({ 'a.txt': bytes('a'), 'b/run': [bytes('b'), { os: 3, attrs: 0o100755 * 65_536 }] }))]),
};

let database: DevonzDatabase;

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  database = await openDatabase('test', { onClosed: () => expect.unreachable('the database was closed') });
});

/** `open` is the open chat, or null if there is none. */
async function importing(
  batches: ProjectBatches,
  open: ChatId | null = null,
  onOpen: (files: ProjectFileStore) => Promise<void> = async () => undefined,
) {
  const lent = createProjectFileStore(database);
  const taken: StoredVersion[] = [];
  const opened: ChatId[] = [];
  let ids = 0;
  const service = createImportService({
    batches,
    files: lent,
    project: { takeAll: async (files) => void taken.push(...files) },
    ids: { next: () => `id-${++ids}` },
    openChatId: () => open,
    openChat: async (chatId) => {
      await onOpen(lent);
      return opened.push(chatId) > 0;
    },
    refresh: async () => undefined,
    read: (source) => createImportReader(source, hasher),
  });
  const looked = await service.openImport(archive);
  if (looked === null) return expect.unreachable('nothing was opened');
  expect((await looked.plan({ withIgnored: false })).ok).toBe(true);
  return { looked, taken, opened, files: lent };
}
const batchesOf = () => createProjectBatches(database, () => 1);
const stored = () => allStored(contentStoresOf(database));

test('a project of its own has every file, and knows which may be run', async () => {
  const { looked, opened } = await importing(batchesOf());
  expect(await looked.bringIn({ name: 'Shop', into: 'new', onProgress: () => undefined })).toMatchObject({ status: 'done', damaged: [] });
  const [project] = await createProjectStore(database).list();
  const files = createProjectFileStore(database);
  const listed = project === undefined ? [] : await files.list(project.projectId);
  expect(listed.map(({ path, isExecutable }) => [path, isExecutable])).toEqual([
    ['a.txt', undefined],
    ['b/run', true],
  ]);
  expect([project?.name, opened.length]).toEqual(['Shop', 1]);
  const { records } = await createJournalStore(database, () => 1).load(opened[0] ?? expect.unreachable('no chat'));
  expect(records.map(({ event }) => event.type)).toEqual(['chat-created', 'file-changed', 'file-changed']);
});

test('into the open project the files go as versions of its own', async () => {
  const { looked, taken, opened } = await importing(batchesOf(), 'open' as ChatId);
  expect(await looked.bringIn({ name: 'Shop', into: 'open', onProgress: () => undefined })).toMatchObject({
    status: 'done',
    chatId: 'open',
  });
  expect(taken.map(({ path, isExecutable }) => [path, isExecutable])).toEqual([
    ['a.txt', undefined],
    ['b/run', true],
  ]);
  expect(opened).toEqual([]);
});

test('cancelled while it is written, it leaves nothing behind', async () => {
  const batches = batchesOf();
  const { looked } = await importing({
    ...batches,
    async keepContents(contents, packs) {
      await batches.keepContents(contents, packs);
      expect((await stored())?.size).toBe(2);
      looked.close();
    },
  });
  expect(await looked.bringIn({ name: 'Shop', into: 'new', onProgress: () => undefined })).toEqual({ status: 'cancelled' });
  expect([await createProjectStore(database).list(), await stored()]).toEqual([[], new Set()]);
});

test('where the browser gives no more room, that is said, and what had been written is taken out again', async () => {
  const batches = batchesOf();
  const { looked } = await importing({
    ...batches,
    appendAll: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
  });
  expect(await looked.bringIn({ name: 'Shop', into: 'new', onProgress: () => undefined })).toMatchObject({
    status: 'failed',
    why: expect.stringMatching(/^This browser gives no more room: 2 bytes had been stored and were taken out again/),
  });
  expect(await stored()).toEqual(new Set());
});

test('what was stored a moment ago is not read back to be mounted, and later it is', async () => {
  const hashes = await Promise.all([bytes('a'), bytes('b')].map(hasher.hash));
  const mounted: (string | undefined)[] = [];
  const { looked, files } = await importing(batchesOf(), null, async (store) => {
    for (const store of ['blobs', 'packed', 'packs'] as const) await database.clear(store);
    const contents = await store.readAll(hashes);
    mounted.push(...hashes.map((hash) => new TextDecoder().decode(contents.get(hash))));
  });
  expect(await looked.bringIn({ name: 'Shop', into: 'new', onProgress: () => undefined })).toMatchObject({ status: 'done' });
  expect(mounted).toEqual(['a', 'b']);
  expect((await files.readAll(hashes)).size).toBe(0);
});
