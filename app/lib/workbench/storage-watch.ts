import type { Clock } from '../agent/ports.ts';
import { $fullStorage } from '../stores/storage.ts';
import { $announcement } from '../stores/workbench.ts';
import type { StorageFacts } from './storage-reminder.ts';

/** Says that the storage is full until there is room again. */
export interface StorageWatch {
  /** Something could not be kept for want of room. */
  full(): void;
}

interface StorageWatchDependencies {
  facts: Pick<StorageFacts, 'estimate'>;
  /** Writes something and takes it away again; rejects while there is no room. */
  probe(): Promise<void>;
  clock: Pick<Clock, 'after'>;
  /** What had stopped for want of room may continue. */
  onRoom(): void;
}

const FIRST_LOOK_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;

export function createStorageWatch({ facts, probe, clock, onRoom }: StorageWatchDependencies): StorageWatch {
  const look = async (pause: number) => {
    const hasRoom = await probe().then(
      () => true,
      () => false,
    );
    if (!hasRoom) {
      clock.after(pause, () => void look(Math.min(LONGEST_PAUSE_MS, pause * 1.5)));
      return;
    }
    $fullStorage.set(null);
    $announcement.set('There is room in the storage again.');
    onRoom();
  };
  return {
    full() {
      if ($fullStorage.get() !== null) return;
      $fullStorage.set({ usage: null, quota: null });
      $announcement.set('Storage is full.');
      void facts.estimate().then((estimate) => {
        if (estimate !== null && $fullStorage.get() !== null) $fullStorage.set(estimate);
      });
      clock.after(FIRST_LOOK_MS, () => void look(FIRST_LOOK_MS));
    },
  };
}
