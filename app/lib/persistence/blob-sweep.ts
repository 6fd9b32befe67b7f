import { fileVersionSchema, linkTargetOf } from '../protocol/files/file-version.ts';
import { contentStoresOf, packEntries } from './contents/stored-contents.ts';
import { openSweep, type SweepTransaction, sweepPacks } from './contents/sweep-packs.ts';
import type { DevonzDatabase } from './database.ts';
import { recordsOfRow } from './rows/record-pack.ts';

/** Records that are read, and contents that are deleted, in one go: what the user does meanwhile waits for no more than that. */
const AT_ONCE = 200;
const ANY_HASH = /\b[0-9a-f]{64}\b/g;

/**
 * Deletes the contents that no record and no file of a project names, a few at a time. Nothing is locked while it reads; before it deletes,
 * it reads in the same transaction what has been appended since, by this tab or another.
 */
export async function sweepBlobs(database: DevonzDatabase): Promise<void> {
  const rows: readonly string[] = await database.getAllKeys('blobs');
  const unused = new Set(rows);
  for await (const { hashes } of packEntries(contentStoresOf(database).packed)) for (const hash of hashes) unused.add(hash);
  const read = new Map<string, number>();
  for (let from: [string, number] | null = ['', -1]; from !== null && unused.size > 0; ) {
    const transaction = database.transaction('records');
    const range = IDBKeyRange.lowerBound(from, true);
    const [keys, values] = await Promise.all([transaction.store.getAllKeys(range, AT_ONCE), transaction.store.getAll(range, AT_ONCE)]);
    for (const [index, [chatId, sequence]] of keys.entries()) {
      read.set(chatId, sequence);
      for (const record of recordsOfRow(values[index], [chatId, sequence])) {
        const named = hashesOf(record);
        // A record so damaged that it names nothing may have named any of them.
        if (named.length === 0 && isUnreadable(record)) return;
        for (const hash of named) unused.delete(hash);
      }
    }
    from = keys.length < AT_ONCE ? null : (keys.at(-1) ?? null);
  }
  if (unused.size === 0) return;
  const forgetNamed = (transaction: SweepTransaction) => forgetNew(transaction, unused, read);
  await sweepPacks(database, unused, forgetNamed);
  const unusedRows = rows.filter((hash) => unused.has(hash));
  for (let at = 0; at < unusedRows.length; at += AT_ONCE) {
    const transaction = openSweep(database);
    await forgetNamed(transaction);
    for (const hash of unusedRows.slice(at, at + AT_ONCE)) if (unused.has(hash)) await transaction.objectStore('blobs').delete(hash);
    await transaction.done;
  }
}

/** Takes out of `unused` what has been named since it was found. `read`: the last record of each chat that was known then. */
async function forgetNew(transaction: SweepTransaction, unused: Set<string>, read: ReadonlyMap<string, number>): Promise<void> {
  const records = transaction.objectStore('records');
  let key = await records.openKeyCursor();
  while (key !== null) {
    const [chatId] = key.key;
    const isNew = IDBKeyRange.bound([chatId, (read.get(chatId) ?? -1) + 1], [chatId, Number.MAX_SAFE_INTEGER]);
    const added = (await records.getAll(isNew)).flatMap((value) => recordsOfRow(value, [chatId, Number.MAX_SAFE_INTEGER]));
    for (const record of added) for (const hash of hashesOf(record)) unused.delete(hash);
    key = await key.continue([chatId, Number.MAX_SAFE_INTEGER]);
  }
  // The newest versions, whatever became of their records.
  for (const row of await transaction.objectStore('files').getAll()) for (const hash of hashesIn(row)) unused.delete(hash);
}

function isUnreadable(record: unknown): boolean {
  const event = fieldOf(record, 'event');
  const type = fieldOf(event, 'type');
  return typeof type !== 'string' || (type === 'file-changed' && fieldOf(event, 'isThinned') !== true && !isLink(fieldOf(event, 'hash')));
}

/** Of what a record names: the version of a file, images of a message. What cannot be read names whatever looks like a hash. */
export function hashesOf(record: unknown): readonly string[] {
  const event = fieldOf(record, 'event');
  const type = fieldOf(event, 'type');
  if (type === 'file-changed') return fieldOf(event, 'isThinned') === true ? [] : hashesIn(fieldOf(event, 'hash'));
  return typeof type === 'string' && type !== 'user-message' && KNOWN_WITHOUT.has(type) ? [] : hashesIn(record);
}

/** Events that name no content, and may be long. */
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
