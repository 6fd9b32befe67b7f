import { type ChatId, type ContentHash, chatIdSchema, type ProjectId } from '../protocol/ids.ts';
import type { JournalEvent, JournalRecord } from '../protocol/journal-event.ts';
import { type StoredBlob, storedSize } from './blob-codec.ts';
import { sweepBlobs } from './blob-sweep.ts';
import type { DevonzDatabase } from './database.ts';
import {
  abort,
  FILES_OF_PROJECT,
  type JournalTransaction,
  noteInFiles,
  noteInSummaries,
  openTransaction,
  putBlob,
  REST_OF_CHAT,
  refuseUnlessWriter,
} from './journal-store.ts';

/** What is done to thousands of files or to a whole project at once. */
export interface ProjectBatches {
  /** Stores contents that no event names yet. They may be gone when some chat is deleted: `appendAll` looks. */
  keepContents(contents: ReadonlyMap<ContentHash, StoredBlob>): Promise<void>;
  /** Of these, what is stored already. */
  known(hashes: Iterable<ContentHash>): Promise<ReadonlySet<ContentHash>>;
  /** All of the events or none: one transaction. Rejects where the content of a file is not stored. */
  appendAll(chatId: ChatId, events: readonly JournalEvent[]): Promise<readonly JournalRecord[]>;
  /** Deletes what was kept and no journal names. */
  dropContents(): Promise<void>;
  /** Deletes the project with all its chats for good; the bytes of its files that nothing else needs. */
  deleteProject(projectId: ProjectId): Promise<number>;
}

export function createProjectBatches(database: DevonzDatabase, now: () => number, writer = 'the only one'): ProjectBatches {
  return {
    async keepContents(contents) {
      const transaction = openTransaction(database);
      // Requested at once: each would else wait for the one before it.
      await Promise.all([...contents].map(([hash, content]) => putBlob(transaction, hash, content)));
      await transaction.done;
    },
    async known(hashes) {
      const transaction = database.transaction('blobs');
      const keys = await Promise.all([...hashes].map((hash) => transaction.store.getKey(hash)));
      // They are keys of contents.
      return new Set(keys.flatMap((key) => (key === undefined ? [] : [key as ContentHash])));
    },
    async appendAll(chatId, events) {
      const transaction = openTransaction(database);
      try {
        const records = await appendWithin(transaction, chatId, events, { at: now(), writer });
        await transaction.done;
        return records;
      } catch (error) {
        abort(transaction);
        throw error;
      }
    },
    dropContents: () => sweepBlobs(database),
    async deleteProject(projectId) {
      const sizes = await sizesOf(database, projectId);
      const transaction = openTransaction(database);
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
      const left = new Set(await database.getAllKeys('blobs'));
      return [...sizes].reduce((freed, [hash, size]) => freed + (left.has(hash) ? 0 : size), 0);
    },
  };
}

/** Of its files as they are: what each takes in the storage. */
async function sizesOf(database: DevonzDatabase, projectId: ProjectId): Promise<ReadonlyMap<string, number>> {
  const hashes = new Set((await database.getAll('files', FILES_OF_PROJECT(projectId))).map(({ hash }) => hash));
  const sizes = new Map<string, number>();
  for (const hash of hashes) sizes.set(hash, storedSize(await database.get('blobs', hash)));
  return sizes;
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
  await inSlices(records, (record) => store.add(record, [chatId, record.sequence]));
  await inSlices(events, (event) => noteInFiles(transaction, projectId, event));
  return records;
}

/** Requests that are made in one go: thousands hold the page, and one after the other each waits for the one before it. */
const REQUESTS_AT_ONCE = 250;

async function inSlices<Item>(items: readonly Item[], request: (item: Item) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < items.length; at += REQUESTS_AT_ONCE) await Promise.all(items.slice(at, at + REQUESTS_AT_ONCE).map(request));
}

async function checkContents(transaction: JournalTransaction, events: readonly JournalEvent[]): Promise<void> {
  const blobs = transaction.objectStore('blobs');
  const hashes = new Set(events.flatMap((event) => (event.type === 'file-changed' ? [event.hash] : [])));
  let isMissing = false;
  await inSlices([...hashes], async (hash) => {
    if ((await blobs.getKey(hash)) === undefined) isMissing = true;
  });
  if (isMissing) throw new Error('What had been read was cleared meanwhile, as when a chat was deleted in another tab. Try again');
}
