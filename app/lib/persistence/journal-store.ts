import { z } from 'zod';
import { imagesIn } from '../protocol/attachments/images-in.ts';
import { type ChatId, type ContentHash, chatIdSchema } from '../protocol/ids.ts';
import type { JournalEvent, JournalRecord } from '../protocol/journal-event.ts';
import type { DevonzDatabase } from './database.ts';
import { RecordReader } from './record-reader.ts';

const chatSummarySchema = z.object({
  chatId: chatIdSchema,
  title: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type StoredChat = z.infer<typeof chatSummarySchema>;

export interface LoadedJournal {
  records: JournalRecord[];
  /** Records that do not have the shape they should; left in place, left out of `records`. */
  damaged: { sequence: number; problem: string }[];
}

export interface JournalStore {
  listChats(): Promise<StoredChat[]>;
  /**
   * Resolves when the record is in the database; only then may the event take effect. `contents`: of the images that it names, stored with
   * it unless they are there.
   */
  append(chatId: ChatId, event: JournalEvent, contents?: ReadonlyMap<ContentHash, Uint8Array>): Promise<JournalRecord>;
  /** Stores the content and the event that names it in one transaction: never a version without its bytes. */
  appendFile(
    chatId: ChatId,
    file: { path: string; content: Uint8Array; hash: ContentHash; by: 'agent' | 'person' | 'runtime'; before?: ContentHash | null },
  ): Promise<JournalRecord>;
  /** Stores an image that no message names yet. It may be gone when some chat is deleted. */
  keepImage(hash: ContentHash, content: Uint8Array): Promise<void>;
  load(chatId: ChatId): Promise<LoadedJournal>;
  deleteChat(chatId: ChatId): Promise<void>;
}

const REST_OF_CHAT = (chatId: string) => IDBKeyRange.bound([chatId, 0], [chatId, Number.MAX_SAFE_INTEGER]);
const FILES_OF_CHAT = (chatId: string) => IDBKeyRange.bound([chatId, ''], [chatId, '\uffff']);

type JournalTransaction = ReturnType<typeof openTransaction>;

function openTransaction(database: DevonzDatabase) {
  return database.transaction(['records', 'chats', 'blobs', 'files'], 'readwrite');
}

async function appendWithin(transaction: JournalTransaction, chatId: ChatId, event: JournalEvent, at: number): Promise<JournalRecord> {
  const records = transaction.objectStore('records');
  // The next sequence is looked up inside the transaction: two tabs can never write the same place.
  const last = await records.openKeyCursor(REST_OF_CHAT(chatId), 'prev');
  const record: JournalRecord = { version: 1, chatId, sequence: last ? last.key[1] + 1 : 0, at, event };
  await records.add(record, [chatId, record.sequence]);
  await updateProjections(transaction, record);
  return record;
}

async function updateProjections(transaction: JournalTransaction, record: JournalRecord): Promise<void> {
  const { chatId, event, at } = record;
  const chats = transaction.objectStore('chats');
  const known = chatSummarySchema.safeParse(await chats.get(chatId));
  const before = known.success ? known.data : { chatId, title: 'Untitled', createdAt: at, updatedAt: at };
  const title = event.type === 'chat-created' || event.type === 'chat-renamed' ? event.title : before.title;
  await chats.put({ ...before, title, updatedAt: at }, chatId);
  const files = transaction.objectStore('files');
  if (event.type === 'file-changed') await files.put({ hash: event.hash, size: event.size }, [chatId, event.path]);
  if (event.type === 'file-removed') await files.delete([chatId, event.path]);
}

async function referencedHashes(transaction: JournalTransaction): Promise<Set<string>> {
  const hashes = new Set<string>();
  for await (const cursor of transaction.objectStore('records')) {
    const read = new RecordReader().read(cursor.value);
    if ('record' in read) for (const hash of hashesIn(read.record.event)) hashes.add(hash);
  }
  return hashes;
}

/** Of what an event names and the blob store holds: a version of a file, images of a message. */
function hashesIn(event: JournalEvent): readonly ContentHash[] {
  if (event.type === 'file-changed') return [event.hash];
  return event.type === 'user-message' ? imagesIn(event).map(({ hash }) => hash) : [];
}

async function putBlob(transaction: JournalTransaction, hash: ContentHash, content: Uint8Array): Promise<void> {
  const blobs = transaction.objectStore('blobs');
  if ((await blobs.getKey(hash)) === undefined) await blobs.put(content, hash);
}

async function sweepBlobs(transaction: JournalTransaction): Promise<void> {
  const referenced = await referencedHashes(transaction);
  for await (const cursor of transaction.objectStore('blobs')) {
    if (!referenced.has(cursor.key)) await cursor.delete();
  }
}

export function createJournalStore(database: DevonzDatabase, now: () => number): JournalStore {
  return {
    async listChats() {
      const values = await database.getAll('chats');
      const chats = values.flatMap((value) => {
        const parsed = chatSummarySchema.safeParse(value);
        return parsed.success ? [parsed.data] : [];
      });
      return chats.sort((a, b) => b.updatedAt - a.updatedAt);
    },
    async append(chatId, event, contents = new Map()) {
      const transaction = openTransaction(database);
      for (const [hash, content] of contents) await putBlob(transaction, hash, content);
      const record = await appendWithin(transaction, chatId, event, now());
      await transaction.done;
      return record;
    },
    async appendFile(chatId, { path, content, hash, by, before }) {
      const transaction = openTransaction(database);
      await putBlob(transaction, hash, content);
      const event: JournalEvent = {
        type: 'file-changed',
        path,
        hash,
        size: content.byteLength,
        by,
        ...(before === undefined ? {} : { before }),
      };
      const record = await appendWithin(transaction, chatId, event, now());
      await transaction.done;
      return record;
    },
    async keepImage(hash, content) {
      await database.put('blobs', content, hash);
    },
    async load(chatId) {
      const loaded: LoadedJournal = { records: [], damaged: [] };
      const reader = new RecordReader();
      const transaction = database.transaction('records');
      for await (const cursor of transaction.store.iterate(REST_OF_CHAT(chatId))) {
        const read = reader.read(cursor.value);
        if ('record' in read) loaded.records.push(read.record);
        else loaded.damaged.push({ sequence: cursor.key[1], problem: read.problem });
      }
      return loaded;
    },
    async deleteChat(chatId) {
      const transaction = openTransaction(database);
      await transaction.objectStore('records').delete(REST_OF_CHAT(chatId));
      await transaction.objectStore('files').delete(FILES_OF_CHAT(chatId));
      await transaction.objectStore('chats').delete(chatId);
      await sweepBlobs(transaction);
      await transaction.done;
    },
  };
}
