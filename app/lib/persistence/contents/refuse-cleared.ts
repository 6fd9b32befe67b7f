import { t } from '../../i18n/t.ts';
import { imagesIn } from '../../protocol/attachments/images-in.ts';
import type { ChatId } from '../../protocol/ids.ts';
import type { JournalEvent, JournalRecord } from '../../protocol/journal-event.ts';
import { hashesOf } from '../blob-sweep.ts';
import type { JournalTransaction } from '../journal-transaction.ts';
import { recordsOfRow } from '../rows/record-pack.ts';
import { isStored } from './stored-contents.ts';

/** Checks, in the transaction that appends a user's message, that its images are still stored: one may have been swept since it was attached. */
export async function refuseWithoutImages(transaction: JournalTransaction, event: JournalEvent): Promise<void> {
  if (event.type !== 'user-message') return;
  const stores = { blobs: transaction.objectStore('blobs'), packed: transaction.objectStore('packed') };
  for (const { hash, name } of imagesIn(event)) {
    if (!(await isStored(stores, hash))) throw new Error(t('The image {name} is no longer stored. Attach it again', { name }));
  }
}

/**
 * Checks, in the transaction that copies a chat, that the contents are still stored: they may have been deleted since its records
 * were read. A content that the original chat also lacks is not an error, since the copy is no worse.
 */
export async function refuseCleared(transaction: JournalTransaction, records: readonly JournalRecord[], copiedFrom: ChatId): Promise<void> {
  const stores = { blobs: transaction.objectStore('blobs'), packed: transaction.objectStore('packed') };
  const missing = new Set<string>();
  for (const hash of new Set(records.flatMap(hashesOf))) if (!(await isStored(stores, hash))) missing.add(hash);
  if (missing.size === 0) return;
  const rows = await transaction.objectStore('records').getAll(IDBKeyRange.bound([copiedFrom, 0], [copiedFrom, Number.MAX_SAFE_INTEGER]));
  for (const row of rows)
    for (const record of recordsOfRow(row, [copiedFrom, Number.MAX_SAFE_INTEGER]))
      for (const hash of hashesOf(record)) missing.delete(hash);
  if (missing.size > 0)
    throw new Error(t('What had been read was cleared meanwhile, as when a chat was deleted in another tab. Try again'));
}
