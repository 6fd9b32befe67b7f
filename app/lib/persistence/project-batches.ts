import { unwrap, wrap } from 'idb';
import { t } from '../i18n/t.ts';
import { hashesOfFiles } from '../protocol/files/file-version.ts';
import { type ChatId, type ContentHash, chatIdSchema, type ProjectId } from '../protocol/ids.ts';
import type { FileRecordEvent, JournalEvent, JournalRecord } from '../protocol/journal-event.ts';
import type { StoredBlob } from './blob-codec.ts';
import { sweepBlobs } from './blob-sweep.ts';
import type { ContentPack } from './contents/content-pack.ts';
import { allStored, contentSizes, contentStoresOf, storedAmong } from './contents/stored-contents.ts';
import { inTransaction, noteInSummaries, REST_OF_CHAT, refuseUnlessWriter } from './journal-store.ts';
import { type JournalTransaction, openTransaction } from './journal-transaction.ts';
import type { DevonzDatabase } from './migrations/database-schema.ts';
import { BASE_OF_PROJECT, baseOf, FILES_OF_PROJECT, fileRow, filesOf, rowOfGone } from './rows/project-files.ts';
import { packRecords } from './rows/record-pack.ts';
import { projectFrom } from './rows/stored-summaries.ts';

/** Operations on thousands of files or a whole project at once. */
export interface ProjectBatches {
  /**
   * Stores contents that no event refers to yet, single or packed, and overwrites those with the same hashes. Deleting any chat
   * may remove them again: `appendAll` checks that.
   */
  keepContents(contents: ReadonlyMap<ContentHash, StoredBlob>, packs?: readonly ContentPack[]): Promise<void>;
  /** The hashes that are already stored. */
  known(hashes: Iterable<ContentHash>): Promise<ReadonlySet<ContentHash>>;
  /** All stored hashes, for a caller that stores thousands; null if there are too many, so that each must be looked up. */
  allKnown(): Promise<Set<ContentHash> | null>;
  /** Appends all events or none, in one transaction. Rejects if the content of a file is not stored. */
  appendAll(chatId: ChatId, events: readonly JournalEvent[]): Promise<readonly JournalRecord[]>;
  /** Deletes stored contents that no journal refers to. */
  dropContents(): Promise<void>;
  /**
   * Permanently deletes the project with all its chats; returns the bytes of its files that nothing else needs.
   * `onlyIfDeletedBefore`: skips it if it was restored, which another tab may do at any moment; milliseconds since the epoch.
   */
  deleteProject(projectId: ProjectId, onlyIfDeletedBefore?: number): Promise<number>;
}

export function createProjectBatches(database: DevonzDatabase, now: () => number, writer = 'the only one'): ProjectBatches {
  return {
    async keepContents(contents, packs = []) {
      await inTransaction(database, async (transaction) => {
        const rows = (name: 'blobs' | 'packed' | 'packs') => unwrap(transaction.objectStore(name));
        await inSlices([...contents], ([hash, content]) => rows('blobs').put(content, hash));
        await inSlices(packs, ({ entry }) => rows('packed').put(entry));
        await inSlices(packs, ({ entry, bytes }) => rows('packs').put(bytes, entry.id));
      });
    },
    // Async, so that a failure to start a transaction becomes a rejection and is retried.
    known: async (hashes) => storedAmong(contentStoresOf(database), new Set(hashes)),
    allKnown: async () => allStored(contentStoresOf(database)),
    appendAll: (chatId, events) =>
      inTransaction(database, (transaction) => appendWithin(transaction, chatId, events, { at: now(), writer })),
    dropContents: () => sweepBlobs(database),
    async deleteProject(projectId, onlyIfDeletedBefore) {
      const sizes = await sizesOf(database, projectId);
      const transaction = openTransaction(database);
      const project = projectFrom(projectId, await transaction.objectStore('projects').get(projectId));
      if (onlyIfDeletedBefore !== undefined && (project?.deletedAt ?? onlyIfDeletedBefore) >= onlyIfDeletedBefore) return 0;
      for await (const cursor of transaction.objectStore('chats')) {
        const { data: chatId } = chatIdSchema.safeParse(cursor.key);
        if (chatId === undefined || projectOf(cursor.value) !== projectId) continue;
        await transaction.objectStore('records').delete(REST_OF_CHAT(chatId));
        await transaction.objectStore('partials').delete(FILES_OF_PROJECT(chatId));
        await transaction.objectStore('snapshots').delete(chatId);
        await cursor.delete();
      }
      await transaction.objectStore('files').delete(FILES_OF_PROJECT(projectId));
      for (const name of ['projects', 'workspaces', 'folders'] as const) await transaction.objectStore(name).delete(projectId);
      await transaction.objectStore('folders').delete(FILES_OF_PROJECT(projectId));
      await transaction.done;
      await sweepBlobs(database);
      const left = await storedAmong(contentStoresOf(database), new Set(sizes.keys()));
      return [...sizes].reduce((freed, [hash, size]) => freed + (left.has(hash) ? 0 : size), 0);
    },
  };
}

/** Sizes of the project's current files in storage. */
async function sizesOf(database: DevonzDatabase, projectId: ProjectId): Promise<ReadonlyMap<ContentHash, number>> {
  const { files } = await filesOf(database.transaction('files').store, projectId);
  return contentSizes(database, new Set([...files.values()].map(({ hash }) => hash)));
}

function projectOf(chat: unknown): unknown {
  return typeof chat === 'object' && chat !== null && 'projectId' in chat ? chat.projectId : undefined;
}

async function appendWithin(
  transaction: JournalTransaction,
  chatId: ChatId,
  events: readonly JournalEvent[],
  { at, writer }: { at: number; writer: string },
): Promise<JournalRecord[]> {
  const store = transaction.objectStore('records');
  const last = await store.openKeyCursor(REST_OF_CHAT(chatId), 'prev');
  const first = last === null ? 0 : last.key[1] + 1;
  const records = events.map((event, index): JournalRecord => ({ version: 1, chatId, sequence: first + index, at, event }));
  const [opening] = records;
  if (opening === undefined) return [];
  await checkContents(transaction, events);
  await refuseUnlessWriter(transaction, chatId, opening.event, writer);
  const projectId = await noteInSummaries(transaction, opening, writer);
  // The first record gets its own row, so that it survives damage to the others.
  const rows = [...packRecords([opening]), ...packRecords(records.slice(1))];
  await inSlices(rows, ({ key, value }) => unwrap(store).add(value, key));
  await noteFiles(transaction, projectId, events.filter(isFileEvent));
  return records;
}

async function noteFiles(transaction: JournalTransaction, projectId: ProjectId, events: readonly FileRecordEvent[]): Promise<void> {
  const store = transaction.objectStore('files');
  const isNew = (await store.count(FILES_OF_PROJECT(projectId))) === 0;
  const base = isNew ? baseOf(events) : null;
  if (base !== null) {
    await store.put(base, BASE_OF_PROJECT(projectId));
    return;
  }
  const gone = rowOfGone((await store.getKey(BASE_OF_PROJECT(projectId))) !== undefined);
  const files = unwrap(store);
  await inSlices(events, (event) => {
    const key = [projectId, event.path];
    if (event.type === 'file-changed') return files.put(fileRow(event), key);
    return gone === null ? files.delete(key) : files.put(gone, key);
  });
}

function isFileEvent(event: JournalEvent): event is FileRecordEvent {
  return event.type === 'file-changed' || event.type === 'file-removed';
}

/** Requests made at once: thousands would block the page, and one at a time would each wait for the previous one. */
const REQUESTS_AT_ONCE = 250;

/**
 * Individual results have no listeners, which for thousands of requests would be most of the work. If one fails, the transaction
 * ends, and so does the last request of its slice, which is awaited.
 */
async function inSlices<Item>(items: readonly Item[], request: (item: Item) => IDBRequest): Promise<void> {
  for (let at = 0; at < items.length; at += REQUESTS_AT_ONCE) {
    const last = items
      .slice(at, at + REQUESTS_AT_ONCE)
      .map(request)
      .at(-1);
    if (last !== undefined) await wrap(last);
  }
}

async function checkContents(transaction: JournalTransaction, events: readonly JournalEvent[]): Promise<void> {
  const hashes = new Set(hashesOfFiles(events.flatMap((event) => (event.type === 'file-changed' ? [event.hash] : []))));
  const stores = { blobs: transaction.objectStore('blobs'), packed: transaction.objectStore('packed') };
  if ((await storedAmong(stores, hashes)).size < hashes.size)
    throw new Error(t('What had been read was cleared meanwhile, as when a chat was deleted in another tab. Try again'));
}
