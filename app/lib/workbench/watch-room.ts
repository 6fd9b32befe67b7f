import type { CurrentChat } from '../chat/current-chat.ts';
import type { ProjectTabs } from '../chat/tabs/project-tabs.ts';
import type { SharedJournal } from '../chat/tabs/shared-journal.ts';
import { STORAGE_FULL } from '../protocol/error-message.ts';
import { browserClock } from './browser-ports.ts';
import type { StorageFacts } from './storage-reminder.ts';
import { createStorageWatch } from './storage-watch.ts';

interface RoomParts {
  journal: SharedJournal;
  current: Pick<CurrentChat, 'session'>;
  tabs: Pick<ProjectTabs, 'takeUpAgain'>;
  facts: StorageFacts;
  /** Rejects while there is no room. */
  probe(): Promise<void>;
}

/** Says it when the journal has no room. A run that ended for it continues by itself when there is some. */
export function watchRoom({ journal, current, tabs, facts, probe }: RoomParts): void {
  const onRoom = () => {
    const { status, notice } = current.session()?.state() ?? {};
    if (status === 'error' && notice?.type === 'error' && notice.message === STORAGE_FULL) void tabs.takeUpAgain();
  };
  journal.onFull(createStorageWatch({ facts, probe, clock: browserClock, onRoom }).full);
}
