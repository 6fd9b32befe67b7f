import type { Clock } from '../../agent/contract/ports.ts';
import { t } from '../../i18n/t.ts';
import { $fullStorage } from '../../stores/storage.ts';
import { $announcement } from '../../stores/workbench.ts';
import type { StorageFacts } from './storage-reminder.ts';

/** Reports that the storage is full, until there is space again. */
export interface StorageWatch {
  /** Call it when a write failed because the storage is full. */
  full(): void;
  /** Checks at once, because there may be space again. */
  look(): Promise<void>;
}

interface StorageWatchDependencies {
  facts: Pick<StorageFacts, 'estimate'>;
  /** Writes what is waiting; rejects while there is no space. */
  probe(): Promise<void>;
  clock: Pick<Clock, 'after'>;
  /** Called when there is space, so that stopped work can continue. */
  onRoom(): void;
}

const FIRST_LOOK_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;

export function createStorageWatch({ facts, probe, clock, onRoom }: StorageWatchDependencies): StorageWatch {
  let pause = FIRST_LOOK_MS;
  let callOff = (): void => undefined;
  let looking: Promise<void> | null = null;
  const lookSoon = () => {
    callOff = clock.after(pause, () => void look());
    pause = Math.min(LONGEST_PAUSE_MS, pause * 1.5);
  };
  const lookOnce = async () => {
    callOff();
    const hasRoom = await probe().then(
      () => true,
      () => false,
    );
    if (!hasRoom) return lookSoon();
    $fullStorage.set(null);
    $announcement.set(t('There is room in the storage again.'));
    onRoom();
  };
  const look = () => {
    if ($fullStorage.get() === null) return Promise.resolve();
    looking ??= lookOnce().finally(() => {
      looking = null;
    });
    return looking;
  };
  return {
    full() {
      if ($fullStorage.get() !== null) return;
      $fullStorage.set({ usage: null, quota: null });
      $announcement.set(t('Storage is full.'));
      void facts.estimate().then((estimate) => {
        if (estimate !== null && $fullStorage.get() !== null) $fullStorage.set(estimate);
      });
      pause = FIRST_LOOK_MS;
      lookSoon();
    },
    look,
  };
}
