import type { ChatId } from '../protocol/ids.ts';
import { type JournalRecord, journalRecordSchema } from '../protocol/journal-event.ts';
import { sweepBlobs } from './blob-sweep.ts';
import type { DevonzDatabase } from './migrations/database-schema.ts';
import { type ThinnedVersion, VersionThinner } from './version-thinner.ts';

/** Keeps the journals from growing unnecessarily. */
export interface JournalUpkeep {
  /** Starts to delete unused contents soon. */
  sweep(): void;
  /** Resolves when that is done. */
  swept(): Promise<void>;
  /** Must be called with each appended record. */
  thin(record: JournalRecord): Promise<void>;
}

/** After this much was thinned, contents are swept; not earlier, because sweeping reads all journals. In bytes. */
const SWEPT_AFTER = 32_000_000;

/** Returns the size of the version whose content is no longer needed. In bytes. */
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
    // Contents that could not be deleted now are deleted with the next chat.
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
