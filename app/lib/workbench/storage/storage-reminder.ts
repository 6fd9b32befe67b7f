import { t } from '../../i18n/t.ts';
import type { NoticeService } from '../../notices/notice-service.ts';
import { $chats } from '../../stores/chat.ts';

/** The browser's information about its storage. */
export interface StorageFacts {
  /** In bytes; null if the browser does not report it. */
  estimate(): Promise<{ usage: number; quota: number } | null>;
  /** Whether the browser will not evict the storage when space is low. */
  isPersisted(): Promise<boolean>;
  /** Requests that; returns whether it is now the case. */
  persist(): Promise<boolean>;
  /** When the user exported last, or first had something to export; null if neither. In milliseconds since the epoch. */
  lastExport(): number | null;
  noteExport(at: number): void;
}

export interface StorageReminder {
  /** Warns once, when the workbench starts, about possible loss of data. */
  check(): Promise<void>;
  exported(): void;
}

const DAY_MS = 86_400_000;
const REMIND_AFTER_DAYS = 7;
/** Share of the browser's quota. */
const NEARLY_FULL = 0.8;

interface ReminderDependencies {
  facts: StorageFacts;
  notices: Pick<NoticeService, 'info' | 'error'>;
  now(): number;
  hasChats(): boolean;
}

export function createStorageReminder({ facts, notices, now, hasChats }: ReminderDependencies): StorageReminder {
  return {
    async check() {
      if (!hasChats()) return;
      const estimate = await facts.estimate();
      if (estimate !== null && estimate.usage > estimate.quota * NEARLY_FULL) {
        const share = Math.round((estimate.usage / estimate.quota) * 100);
        notices.error(
          t(
            'The storage of this browser is {share} % full. Export the projects that matter to you (the arrow in the header, or /export), then delete chats that you no longer need: their files and old versions go with them.',
            { share },
          ),
        );
        return;
      }
      const last = facts.lastExport();
      if (last === null) return facts.noteExport(now());
      const days = Math.floor((now() - last) / DAY_MS);
      if (days < REMIND_AFTER_DAYS || (await facts.isPersisted())) return;
      notices.info(
        t(
          'Your projects are in this browser only, which may clear them when it needs room, and the last export was {days} days ago. Export what matters to you: the arrow in the header, or /export.',
          { days },
        ),
      );
      // Not on every start: again after the same number of days.
      facts.noteExport(now());
    },
    exported: () => facts.noteExport(now()),
  };
}

/** Uses the browser's own storage, and requests persistence from the first chat on. */
export function browserStorageFacts(manager: StorageManager | undefined, kept: Storage, key: string): StorageFacts {
  persistWithFirstChat(manager);
  return {
    async estimate() {
      const { usage, quota } = (await manager?.estimate?.().catch(() => undefined)) ?? {};
      return usage === undefined || quota === undefined || quota === 0 ? null : { usage, quota };
    },
    isPersisted: async () => (await manager?.persisted?.().catch(() => false)) ?? false,
    persist: async () => (await manager?.persist?.().catch(() => false)) ?? false,
    lastExport() {
      const at = Number(kept.getItem(key) ?? Number.NaN);
      return Number.isFinite(at) ? at : null;
    },
    noteExport: (at) => kept.setItem(key, String(at)),
  };
}

/** Requested when there is something to store, and not for users who only look at the page. */
function persistWithFirstChat(manager: StorageManager | undefined): void {
  const stop = $chats.listen((chats) => {
    if (chats.length === 0) return;
    stop();
    void manager?.persist?.();
  });
}
