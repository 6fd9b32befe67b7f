import { fileVersionSchema, linkTargetOf } from '../protocol/files/file-version.ts';
import { contentStoresOf, packEntries } from './contents/stored-contents.ts';
import { openSweep, type SweepTransaction, sweepPacks } from './contents/sweep-packs.ts';
import type { DevonzDatabase } from './migrations/database-schema.ts';
import { recordsOfRow } from './rows/record-pack.ts';
import { lifeOf } from './rows/stored-summaries.ts';

/** Records read, or contents deleted, in one transaction. The user's own requests wait at most that long. */
const AT_ONCE = 200;
const ANY_HASH = /\b[0-9a-f]{64}\b/g;

/**
 * For each chat, the last record that has been read, and the chat's life (see `lifeOf`); null if the chat was recreated meanwhile, so that
 * nothing counts as read.
 */
type ReadChats = Map<string, { life: string | null; last: number }>;

/**
 * Deletes contents that no record and no project file refers to, a few at a time. Reading locks nothing. Before deleting, the
 * same transaction reads what was appended since by any tab, and all of a chat that was recreated.
 */
export async function sweepBlobs(database: DevonzDatabase, atOnce = AT_ONCE): Promise<void> {
  const rows: readonly string[] = await database.getAllKeys('blobs');
  const unused = new Set(rows);
  for await (const { hashes } of packEntries(contentStoresOf(database).packed)) for (const hash of hashes) unused.add(hash);
  const read = await forgetNamed(database, unused, atOnce);
  if (unused.size === 0) return;
  const forgetMore = (transaction: SweepTransaction) => forgetNew(transaction, unused, read);
  await sweepPacks(database, unused, forgetMore);
  const unusedRows = rows.filter((hash) => unused.has(hash));
  for (let at = 0; at < unusedRows.length; at += atOnce) {
    const transaction = openSweep(database);
    await forgetMore(transaction);
    for (const hash of unusedRows.slice(at, at + atOnce)) if (unused.has(hash)) await transaction.objectStore('blobs').delete(hash);
    await transaction.done;
  }
}

/** Removes from `unused` the hashes that records refer to, in batches. */
async function forgetNamed(database: DevonzDatabase, unused: Set<string>, atOnce: number): Promise<ReadChats> {
  const read: ReadChats = new Map();
  for (let from: [string, number] | null = ['', -1]; from !== null && unused.size > 0; ) {
    const transaction = database.transaction(['records', 'chats']);
    const records = transaction.objectStore('records');
    const range = IDBKeyRange.lowerBound(from, true);
    const [keys, values] = await Promise.all([records.getAllKeys(range, atOnce), records.getAll(range, atOnce)]);
    const lives = new Map<string, string>();
    for (const chatId of new Set(keys.map(([id]) => id))) lives.set(chatId, lifeOf(await transaction.objectStore('chats').get(chatId)));
    for (const [index, [chatId, last]] of keys.entries()) {
      const [known, life] = [read.get(chatId), lives.get(chatId) ?? null];
      // If the chat was recreated between two of these transactions, its first records were not read.
      read.set(chatId, { life: known === undefined || known.life === life ? life : null, last });
      forget(recordsOfRow(values[index], [chatId, last]), unused);
    }
    from = keys.length < atOnce ? null : (keys.at(-1) ?? null);
  }
  return read;
}

/** Removes from `unused` the hashes that are referred to since the first pass: reads each chat's later records, or all if the chat was recreated. */
async function forgetNew(transaction: SweepTransaction, unused: Set<string>, read: ReadChats): Promise<void> {
  const [records, chats] = [transaction.objectStore('records'), transaction.objectStore('chats')];
  const [ids, rows] = await Promise.all([chats.getAllKeys(), chats.getAll()]);
  const lives = new Map(ids.map((id, index) => [id, lifeOf(rows[index])]));
  for (let key = await records.openKeyCursor(); key !== null; ) {
    const [chatId] = key.key;
    const [known, life] = [read.get(chatId), lives.get(chatId) ?? lifeOf(undefined)];
    const isNew = IDBKeyRange.bound([chatId, known?.life === life ? known.last + 1 : 0], [chatId, Number.MAX_SAFE_INTEGER]);
    const [keys, values] = await Promise.all([records.getAllKeys(isNew), records.getAll(isNew)]);
    for (const [index, place] of keys.entries()) forget(recordsOfRow(values[index], place), unused);
    const last = keys.at(-1)?.[1];
    if (last !== undefined) read.set(chatId, { life, last });
    key = await key.continue([chatId, Number.MAX_SAFE_INTEGER]);
  }
  // The newest versions of files, even if their records are lost.
  for (const row of await transaction.objectStore('files').getAll()) for (const hash of hashesIn(row)) unused.delete(hash);
}

function forget(records: readonly unknown[], unused: Set<string>): void {
  for (const record of records) {
    const named = hashesOf(record);
    // A damaged record without any readable hash may have referred to any content.
    if (named.length === 0 && isUnreadable(record)) unused.clear();
    for (const hash of named) unused.delete(hash);
  }
}

function isUnreadable(record: unknown): boolean {
  const event = fieldOf(record, 'event');
  const type = fieldOf(event, 'type');
  return typeof type !== 'string' || (type === 'file-changed' && fieldOf(event, 'isThinned') !== true && !isLink(fieldOf(event, 'hash')));
}

/** The hashes in a record: a file version, or the images of a message. In an unreadable record, everything that looks like a hash counts. */
export function hashesOf(record: unknown): readonly string[] {
  const event = fieldOf(record, 'event');
  const type = fieldOf(event, 'type');
  if (type === 'file-changed') return fieldOf(event, 'isThinned') === true ? [] : hashesIn(fieldOf(event, 'hash'));
  return typeof type === 'string' && type !== 'user-message' && KNOWN_WITHOUT.has(type) ? [] : hashesIn(record);
}

/** Events that refer to no content and may be long. */
const KNOWN_WITHOUT: ReadonlySet<string> = new Set([
  'step-started',
  'step-finished',
  'step-failed',
  'tool-call-validated',
  'tool-call-started',
  'tool-call-failed',
  'tool-call-cancelled',
  'approval-requested',
  'approval-answered',
  'file-removed',
]);

function isLink(hash: unknown): boolean {
  const { data: version } = fileVersionSchema.safeParse(hash);
  return linkTargetOf(version) !== null;
}

function hashesIn(value: unknown): readonly string[] {
  return JSON.stringify(value)?.match(ANY_HASH) ?? [];
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
