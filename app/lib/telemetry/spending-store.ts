import { type SpendingDays, type SpentRequest, spendingDaysSchema, withRequests } from '../protocol/models/spending.ts';
import { SPENDING_KEY } from '../protocol/storage-keys.ts';

/** What was used on each day, by all chats and tabs of this browser. */
export interface SpendingStore {
  /** As it is at this moment, whichever tab wrote it. What cannot be read is nothing. */
  read(): SpendingDays;
  /** Rejects where the browser refuses. */
  add(requests: readonly SpentRequest[]): Promise<void>;
  onForeignChange(listener: () => void): () => void;
}

/** In the storage that all tabs read at once; a lock keeps two from writing over each other. */
export function createSpendingStore(
  storage: Storage,
  locks: Pick<LockManager, 'request'>,
  target: Pick<Window, 'addEventListener' | 'removeEventListener'>,
): SpendingStore {
  const read = () => {
    try {
      const parsed = spendingDaysSchema.safeParse(JSON.parse(storage.getItem(SPENDING_KEY) ?? '{}'));
      return parsed.success ? parsed.data : {};
    } catch {
      return {};
    }
  };
  return {
    read,
    async add(requests) {
      await locks.request(SPENDING_KEY, async () => {
        storage.setItem(SPENDING_KEY, JSON.stringify(withRequests(read(), requests)));
      });
    },
    onForeignChange(listener) {
      const onStorage = (event: StorageEvent) => {
        if (event.key === SPENDING_KEY) listener();
      };
      target.addEventListener('storage', onStorage);
      return () => target.removeEventListener('storage', onStorage);
    },
  };
}
