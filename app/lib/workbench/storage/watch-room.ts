import { browserClock } from '../../browser/browser-ports.ts';
import type { CurrentChat } from '../../chat/current-chat.ts';
import type { ProjectTabs } from '../../chat/tabs/project-tabs.ts';
import type { SharedJournal } from '../../chat/tabs/shared-journal.ts';
import type { WindowKeeper } from '../../project/window-keeper.ts';
import { STORAGE_FULL } from '../../protocol/error-message.ts';
import type { SettingsService } from '../../settings/settings-service.ts';
import { $chats } from '../../stores/chat.ts';
import type { StorageFacts } from './storage-reminder.ts';
import { createStorageWatch, type StorageWatch } from './storage-watch.ts';

export interface RoomParts {
  /** Calls back when the storage is full. */
  onFull(listener: () => void): void;
  journal: SharedJournal;
  current: Pick<CurrentChat, 'session'>;
  tabs: Pick<ProjectTabs, 'resume'>;
  facts: StorageFacts;
  settings: Pick<SettingsService, 'saveAgain'>;
  keeper: Pick<WindowKeeper, 'flush'>;
  /** Rejects while there is no space. */
  probe(): Promise<void>;
}

/** Reports a full storage. When there is space again, waiting data is written, and a session that ended because of it resumes. */
export function watchRoom({ onFull, journal, current, tabs, facts, settings, keeper, probe }: RoomParts): StorageWatch {
  const onRoom = () => {
    settings.saveAgain();
    keeper.flush();
    const { status, notice } = current.session()?.state() ?? {};
    if (status === 'error' && notice?.type === 'error' && notice.message === STORAGE_FULL) void tabs.resume();
  };
  const watch = createStorageWatch({
    facts,
    clock: browserClock,
    onRoom,
    async probe() {
      await probe();
      await journal.appendWaiting();
    },
  });
  onFull(watch.full);
  // A chat may have been deleted.
  $chats.listen(() => void journal.swept().then(watch.look));
  return watch;
}
