import type { ChatId } from '../protocol/ids.ts';
import { type JournalRecord, journalRecordSchema } from '../protocol/journal-event.ts';
import { sweepBlobs } from './blob-sweep.ts';
import type { DevonzDatabase } from './migrations/database-schema.ts';
import { type ThinnedVersion, VersionThinner } from './version-thinner.ts';

/** What keeps the journals from growing without need. */
export interface JournalUpkeep {
  /** Deletes, soon, the contents that nothing names. */
  sweep(): void;
  /** Resolves when that is done. */
  swept(): Promise<void>;
  /** Call it with each record that was appended. */
  thin(record: JournalRecord): Promise<void>;
}

/** So much of what was thinned waits for being swept: that reads all journals. Bytes. */
const SWEPT_AFTER = 32_000_000;

/** Answers with the bytes of the version whose content is not kept any more. */
async function markThinned(database: DevonzDatabase, chatId: ChatId, { sequence, path, hash }: ThinnedVersion): Promise<number> {
  const transaction = database.transaction('records', 'readwrite');
  const { data: record } = journalRecordSchema.safeParse(await transaction.store.get([chatId, sequence]));
  const event = record?.event.type === 'file-changed' ? record.event : null;
  const isIt = event?.by === 'runtime' && event.path === path && event.hash === hash;
  if (isIt) await transaction.store.put({ ...record, event: { ...event, isThinned: true } }, [chatId, sequence]);
  await transaction.done;
  return isIt ? event.size : 0;
}

export function createJournalUpkeep(database: DevonzDatabase): JournalUpkeep {
  const thinner = new VersionThinner();
  let thinned = 0;
  let sweeping: Promise<void> = Promise.resolve();
  const sweep = () => {
    // What could not be deleted now is with the next chat.
    sweeping = sweeping.then(() => sweepBlobs(database)).catch(() => undefined);
  };
  return {
    sweep,
    swept: () => sweeping,
    async thin(record) {
      const version = thinner.appended(record);
      if (version === null) return;
      thinned += await markThinned(database, record.chatId, version);
      if (thinned < SWEPT_AFTER) return;
      thinned = 0;
      sweep();
    },
  };
}
