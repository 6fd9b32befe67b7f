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
  /** Calls back when the browser has had no room for something. */
  onFull(listener: () => void): void;
  journal: SharedJournal;
  current: Pick<CurrentChat, 'session'>;
  tabs: Pick<ProjectTabs, 'resume'>;
  facts: StorageFacts;
  settings: Pick<SettingsService, 'saveAgain'>;
  keeper: Pick<WindowKeeper, 'flush'>;
  /** Rejects while there is no room. */
  probe(): Promise<void>;
}

/** Says it when there is no room. When there is some, what waited for it is kept, and what had ended for want of it continues. */
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
  // One has been deleted perhaps.
  $chats.listen(() => void journal.swept().then(watch.look));
  return watch;
}
