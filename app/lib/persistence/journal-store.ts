import type { LivePart } from '../agent/contract/conversation-state.ts';
import type { PartialAnswer } from '../agent/contract/ports.ts';
import { endedStep } from '../protocol/ended-step.ts';
import { type ChatId, type ContentHash, type ProjectId, projectIdSchema, type StepId } from '../protocol/ids.ts';
import type { JournalEvent, JournalRecord } from '../protocol/journal-event.ts';
import type { StoredBlob } from './blob-codec.ts';
import { packBlobs } from './contents/pack-blobs.ts';
import { refuseCleared, refuseWithoutImages } from './contents/refuse-cleared.ts';
import { isStored } from './contents/stored-contents.ts';
import type { ReportDamage } from './damage.ts';
import { type JournalTransaction, openTransaction } from './journal-transaction.ts';
import { createJournalUpkeep } from './journal-upkeep.ts';
import type { DevonzDatabase } from './migrations/database-schema.ts';
import { createPartialStore, partialsOf } from './partial-store.ts';
import { ProjectTakenError } from './project-taken-error.ts';
import { BASE_OF_PROJECT, FILES_OF_PROJECT, type FileRow, fileRow, filesOf, rowOfGone } from './rows/project-files.ts';
import { recordsOfRow } from './rows/record-pack.ts';
import { RecordReader } from './rows/record-reader.ts';
import { allSummaries, projectFrom, type StoredChat, type StoredProject, summaryOf, summaryStoresOf } from './rows/stored-summaries.ts';

export type { StoredChat } from './rows/stored-summaries.ts';

export interface LoadedJournal {
  records: JournalRecord[];
  /** Records with an invalid shape; they stay stored but are not in `records`. */
  damaged: { sequence: number; problem: string }[];
}

export interface AppendedFile {
  path: string;
  content: Uint8Array;
  hash: ContentHash;
  by: 'agent' | 'user' | 'runtime';
  before?: ContentHash | null;
  isExecutable?: boolean;
}

export interface JournalStore {
  listChats(): Promise<StoredChat[]>;
  /**
   * Resolves when the record is in the database; only then may the event take effect. `contents`: images that the event refers
   * to, stored with it if they are missing.
   */
  append(chatId: ChatId, event: JournalEvent, contents?: ReadonlyMap<ContentHash, Uint8Array>): Promise<JournalRecord>;
  /** Stores the content and its event in one transaction, so that no version lacks its bytes. */
  appendFile(chatId: ChatId, file: AppendedFile): Promise<JournalRecord>;
  /** Stores a content, such as an attached image, that no event refers to yet. Deleting any chat may remove it again. */
  keepContent(hash: ContentHash, content: Uint8Array): Promise<void>;
  /** `from`: loads only records from this number on. */
  load(chatId: ChatId, from?: number): Promise<LoadedJournal>;
  /** See `Journal.keepPartial`. */
  keepPartial(chatId: ChatId, stepId: StepId, parts: readonly LivePart[]): void;
  /** The partial answers of steps that have not ended. */
  partials(chatId: ChatId): Promise<PartialAnswer[]>;
  /** Returns null if there is no such chat. */
  projectOf(chatId: ChatId): Promise<ProjectId | null>;
  /**
   * Appends changes that other chats of the project have made to files since this chat was open, as inherited changes. So one
   * chat's journal alone always gives all files at each of its records.
   */
  inheritFiles(chatId: ChatId): Promise<void>;
  /**
   * Imports a whole chat with its contents, or nothing. Its first record names the project that it creates; the id must be new.
   * `copiedFrom`: the chat that the records were copied from. Rejects if a content was deleted since they were read.
   */
  importChat(
    chatId: ChatId,
    records: readonly JournalRecord[],
    contents: ReadonlyMap<ContentHash, Uint8Array>,
    copiedFrom?: ChatId,
  ): Promise<void>;
  /** From now on only this tab may write the project's chats: other tabs get a `ProjectTakenError`. */
  claim(projectId: ProjectId): Promise<void>;
  /** When a project's last chat is deleted, its files and window state are deleted too. Unused contents are removed in the background. */
  deleteChat(chatId: ChatId): Promise<void>;
  /** Resolves when the contents of deleted chats are removed. */
  swept(): Promise<void>;
}

export const REST_OF_CHAT = (chatId: string, from = 0) => IDBKeyRange.bound([chatId, from], [chatId, Number.MAX_SAFE_INTEGER]);

/** Records per request: a cursor would fetch them one by one, ten times slower. */
const READ_AT_ONCE = 500;

function abort(transaction: JournalTransaction): void {
  transaction.done.catch(() => undefined); // It was aborted; the caller throws the reason.
  try {
    transaction.abort();
  } catch {
    // It has ended by itself.
  }
}

/**
 * Checked in the writing transaction: this is how a tab that was frozen learns that another tab has taken its project. Titles may
 * be changed by any tab.
 */
export async function refuseUnlessWriter(
  transaction: JournalTransaction,
  chatId: ChatId,
  event: JournalEvent,
  writer: string,
): Promise<void> {
  if (event.type === 'chat-renamed') return;
  const chat = await summaryOf(summaryStoresOf(transaction), chatId);
  const projectId = chat?.projectId ?? (event.type === 'chat-created' ? event.projectId : undefined);
  if (projectId === undefined) return;
  const project = projectFrom(projectId, await transaction.objectStore('projects').get(projectId));
  if (project?.writer !== undefined && project.writer !== writer) throw new ProjectTakenError(projectId);
}

async function appendWithin(
  transaction: JournalTransaction,
  chatId: ChatId,
  event: JournalEvent,
  { at, writer }: { at: number; writer: string },
): Promise<JournalRecord> {
  await refuseUnlessWriter(transaction, chatId, event, writer);
  const records = transaction.objectStore('records');
  // Looked up inside the transaction, so that two tabs can never write the same sequence number.
  const last = await records.openKeyCursor(REST_OF_CHAT(chatId), 'prev');
  const record: JournalRecord = { version: 1, chatId, sequence: last ? last.key[1] + 1 : 0, at, event };
  await records.add(record, [chatId, record.sequence]);
  const ended = endedStep(event);
  if (ended !== null) await transaction.objectStore('partials').delete(partialsOf(chatId, ended));
  await updateProjections(transaction, record, writer);
  return record;
}

async function updateProjections(transaction: JournalTransaction, record: JournalRecord, writer: string): Promise<void> {
  const projectId = await noteInSummaries(transaction, record, writer);
  await noteInFiles(transaction, projectId, record.event);
}

/** Updates the chat and its project; returns the project. */
export async function noteInSummaries(transaction: JournalTransaction, record: JournalRecord, writer: string): Promise<ProjectId> {
  const { chatId, event, at } = record;
  const chats = transaction.objectStore('chats');
  const known = await summaryOf(summaryStoresOf(transaction), chatId);
  const before = known ?? { ...newChat(chatId, firstProjectOf(record), at), title: 'Untitled' };
  const title = event.type === 'chat-created' || event.type === 'chat-renamed' ? event.title : before.title;
  await chats.put({ ...before, title, updatedAt: at }, chatId);
  await touchProject(transaction, { projectId: before.projectId, name: title, writer }, at);
  return before.projectId;
}

async function noteInFiles(transaction: JournalTransaction, projectId: ProjectId, event: JournalEvent): Promise<void> {
  const files = transaction.objectStore('files');
  if (event.type === 'file-changed') await files.put(fileRow(event), [projectId, event.path]);
  if (event.type !== 'file-removed') return;
  const gone = rowOfGone((await files.getKey(BASE_OF_PROJECT(projectId))) !== undefined);
  if (gone === null) await files.delete([projectId, event.path]);
  else await files.put(gone, [projectId, event.path]);
}

function versionOf({ path, content, hash, by, before, isExecutable = false }: AppendedFile): JournalEvent {
  return {
    type: 'file-changed',
    path,
    hash,
    size: content.byteLength,
    by,
    ...(before === undefined ? {} : { before }),
    ...(isExecutable ? { isExecutable } : {}),
  };
}

/** As `updateProjections` for all records, but writes each row only once. */
async function projectImported(transaction: JournalTransaction, chatId: ChatId, records: readonly JournalRecord[]): Promise<void> {
  const [first] = records;
  const last = records.at(-1);
  if (first === undefined || last === undefined) return;
  const projectId = firstProjectOf(first);
  const files = new Map<string, FileRow>();
  let title = 'Untitled';
  for (const { event } of records) {
    if (event.type === 'chat-created' || event.type === 'chat-renamed') title = event.title;
    if (event.type === 'file-changed') files.set(event.path, fileRow(event));
    if (event.type === 'file-removed') files.delete(event.path);
  }
  await transaction.objectStore('chats').add({ ...newChat(chatId, projectId, first.at), title, updatedAt: last.at }, chatId);
  await touchProject(transaction, { projectId, name: title }, last.at);
  for (const [path, file] of files) await transaction.objectStore('files').put(file, [projectId, path]);
}

function newChat(chatId: ChatId, projectId: ProjectId, at: number): Omit<StoredChat, 'title'> {
  return { chatId, projectId, createdAt: at, updatedAt: at, birth: crypto.randomUUID() };
}

function firstProjectOf({ chatId, event }: JournalRecord): ProjectId {
  const named = event.type === 'chat-created' ? event.projectId : undefined;
  return named ?? projectIdSchema.parse(chatId);
}

async function touchProject(
  transaction: JournalTransaction,
  created: Pick<StoredProject, 'projectId' | 'name' | 'writer'>,
  at: number,
): Promise<void> {
  const projects = transaction.objectStore('projects');
  const known = projectFrom(created.projectId, await projects.get(created.projectId));
  const fresh: StoredProject = { ...created, createdAt: at, updatedAt: at, archivedAt: null, deletedAt: null };
  await projects.put({ ...(known ?? fresh), updatedAt: at }, created.projectId);
}

/** Compares the files of the chat's journal with those of the project; returns the events that make them equal. */
async function inheritedEvents(transaction: JournalTransaction, chat: StoredChat): Promise<JournalEvent[]> {
  // If the project has only this chat, nobody else has changed its files.
  if (!(await hasOtherChats(transaction, chat))) return [];
  const { chatId, projectId } = chat;
  const known = new Map<string, ContentHash>();
  const reader = new RecordReader();
  for await (const { key, value } of transaction.objectStore('records').iterate(REST_OF_CHAT(chatId))) {
    for (const stored of recordsOfRow(value, key)) {
      const read = reader.read(stored);
      if (!('record' in read)) continue;
      const { event } = read.record;
      if (event.type === 'file-changed') known.set(event.path, event.hash);
      if (event.type === 'file-removed') known.delete(event.path);
    }
  }
  const changed: JournalEvent[] = [];
  const inherited = { by: 'user', isInherited: true } as const;
  const { files, damaged, isBaseDamaged } = await filesOf(transaction.objectStore('files'), projectId);
  for (const [path, row] of files) {
    const before = known.get(path);
    known.delete(path);
    if (before !== row.hash) changed.push({ type: 'file-changed', path, ...row, before: before ?? null, ...inherited });
  }
  // A damaged row does not prove that the file has changed or was deleted.
  for (const path of isBaseDamaged ? [...known.keys()] : damaged) known.delete(path);
  // Removals first: a folder may have replaced a file or link, and a file a folder.
  return [...[...known].map(([path, before]): JournalEvent => ({ type: 'file-removed', path, before, ...inherited })), ...changed];
}

async function putBlob(transaction: JournalTransaction, hash: ContentHash, blob: StoredBlob): Promise<void> {
  const blobs = transaction.objectStore('blobs');
  if (!(await isStored({ blobs, packed: transaction.objectStore('packed') }, hash))) await blobs.put(blob, hash);
}

async function hasOtherChats(transaction: JournalTransaction, { chatId, projectId }: StoredChat): Promise<boolean> {
  const chats = await allSummaries(summaryStoresOf(transaction));
  return chats.some((chat) => chat.chatId !== chatId && chat.projectId === projectId);
}

/** Deletes the project if this is its only chat. */
async function deleteProjectWithout(transaction: JournalTransaction, chatId: ChatId): Promise<void> {
  const known = await summaryOf(summaryStoresOf(transaction), chatId);
  if (known === null || (await hasOtherChats(transaction, known))) return;
  const { projectId } = known;
  await transaction.objectStore('files').delete(FILES_OF_PROJECT(projectId));
  for (const name of ['projects', 'workspaces', 'folders'] as const) await transaction.objectStore(name).delete(projectId);
  await transaction.objectStore('folders').delete(FILES_OF_PROJECT(projectId));
}

/** Runs everything or nothing: an error between two writes reverts the first. Also rejects if no transaction can be opened, as during a reconnect. */
export async function inTransaction<Result>(
  database: DevonzDatabase,
  work: (transaction: JournalTransaction) => Promise<Result>,
): Promise<Result> {
  const transaction = openTransaction(database);
  try {
    const result = await work(transaction);
    await transaction.done;
    return result;
  } catch (error) {
    abort(transaction);
    // The transaction's error is more precise than the request's: for a full storage the request reports only an abort.
    throw transaction.error ?? error;
  }
}

async function loadRecords(database: DevonzDatabase, chatId: ChatId, from: number): Promise<LoadedJournal> {
  const loaded: LoadedJournal = { records: [], damaged: [] };
  const reader = new RecordReader();
  const { store } = database.transaction('records');
  for (let next: number | null = from; next !== null; ) {
    const range = REST_OF_CHAT(chatId, next);
    const [keys, values]: [[string, number][], unknown[]] = await Promise.all([
      store.getAllKeys(range, READ_AT_ONCE),
      store.getAll(range, READ_AT_ONCE),
    ]);
    for (const [index, key] of keys.entries()) {
      for (const stored of recordsOfRow(values[index], key)) {
        const read = reader.read(stored);
        if (!('record' in read)) loaded.damaged.push({ sequence: key[1], problem: read.problem });
        else if (read.record.sequence >= from) loaded.records.push(read.record);
      }
    }
    const last = keys.at(-1);
    next = last === undefined || keys.length < READ_AT_ONCE ? null : last[1] + 1;
  }
  return loaded;
}

/** `writer`: identifies this tab among those that have the database open. */
export function createJournalStore(
  database: DevonzDatabase,
  now: () => number,
  writer = 'the only one',
  report?: ReportDamage,
): JournalStore {
  const within = <Result>(work: (transaction: JournalTransaction) => Promise<Result>) => inTransaction(database, work);
  const partials = createPartialStore(database, now);
  const { sweep, swept, thin } = createJournalUpkeep(database);
  const write = async (chatId: ChatId, event: JournalEvent, blobs: ReadonlyMap<ContentHash, StoredBlob>) => {
    const record = await within(async (transaction) => {
      for (const [hash, blob] of blobs) await putBlob(transaction, hash, blob);
      await refuseWithoutImages(transaction, event);
      return appendWithin(transaction, chatId, event, { at: now(), writer });
    });
    await thin(record);
    return record;
  };
  return {
    swept,
    keepPartial: partials.keep,
    partials: partials.load,
    async listChats() {
      const chats = await allSummaries(summaryStoresOf(database.transaction(['chats', 'records'])), report);
      return chats.map(({ birth: _birth, ...chat }) => chat).sort((a, b) => b.updatedAt - a.updatedAt);
    },
    async append(chatId, event, contents = new Map()) {
      const ended = endedStep(event);
      if (ended !== null) partials.end(chatId, ended);
      // Compresses before the transaction opens, because that would end during compression.
      const blobs = await packBlobs(database, contents);
      return write(chatId, event, blobs);
    },
    async appendFile(chatId, file) {
      const event = versionOf(file);
      const { hash, content } = file;
      const blobs = await packBlobs(database, new Map([[hash, content]]));
      return write(chatId, event, blobs);
    },
    async keepContent(hash, content) {
      for (const [packed, blob] of await packBlobs(database, new Map([[hash, content]]))) await database.put('blobs', blob, packed);
    },
    load: (chatId, from = 0) => loadRecords(database, chatId, from),
    projectOf: async (chatId) =>
      (await summaryOf(summaryStoresOf(database.transaction(['chats', 'records'])), chatId, report))?.projectId ?? null,
    inheritFiles: (chatId) =>
      within(async (transaction) => {
        const known = await summaryOf(summaryStoresOf(transaction), chatId);
        if (known === null) return;
        for (const event of await inheritedEvents(transaction, known)) {
          await appendWithin(transaction, chatId, event, { at: known.updatedAt, writer });
        }
      }),
    async claim(projectId) {
      const transaction = database.transaction('projects', 'readwrite');
      const known = projectFrom(projectId, await transaction.store.get(projectId));
      if (known !== null) await transaction.store.put({ ...known, writer }, projectId);
      await transaction.done;
    },
    async importChat(chatId, records, contents, copiedFrom) {
      const blobs = await packBlobs(database, contents);
      await within(async (transaction) => {
        for (const [hash, blob] of blobs) await putBlob(transaction, hash, blob);
        if (copiedFrom !== undefined) await refuseCleared(transaction, records, copiedFrom);
        for (const record of records) await transaction.objectStore('records').add(record, [chatId, record.sequence]);
        await projectImported(transaction, chatId, records);
      });
    },
    async deleteChat(chatId) {
      const transaction = openTransaction(database);
      await deleteProjectWithout(transaction, chatId);
      await transaction.objectStore('records').delete(REST_OF_CHAT(chatId));
      await transaction.objectStore('partials').delete(partialsOf(chatId));
      await transaction.objectStore('snapshots').delete(chatId);
      await transaction.objectStore('chats').delete(chatId);
      await transaction.done;
      sweep();
    },
  };
}
