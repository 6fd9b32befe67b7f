import { type SpendingDays, type SpentRequest, spendingDaysSchema, withRequests } from '../protocol/models/spending.ts';
import { SPENDING_KEY } from '../protocol/storage-keys.ts';

/** The usage on each day, by all chats and tabs of this browser. */
export interface SpendingStore {
  /** Reads the current value, whichever tab wrote it. Unreadable data counts as empty. */
  read(): SpendingDays;
  /** Rejects if the browser refuses to store it. */
  add(requests: readonly SpentRequest[]): Promise<void>;
  onForeignChange(listener: () => void): () => void;
}

/** Uses the storage that all tabs share; a lock keeps two tabs from overwriting each other. */
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
