import type { ServerNetwork } from '../../browser/browser-network.ts';
import { browserClock } from '../../browser/browser-ports.ts';
import type { NoticeService } from '../../notices/notice-service.ts';
import { createOfflineService, type OfflineActions } from '../../offline/offline-service.ts';
import type { PageEvents } from '../ports/page-events.ts';
import type { StorageFacts } from '../storage/storage-reminder.ts';
import type { OfflineBrowser } from './browser-offline.ts';

export interface OfflineParts {
  offline: OfflineBrowser;
  estimate: StorageFacts['estimate'];
  page: Pick<PageEvents, 'onSeen'>;
  server: ServerNetwork;
  notices: NoticeService;
}

/** Keeps the copy with which the app opens without a network. */
export function startOffline({ offline, estimate, page, server, notices }: OfflineParts): OfflineActions {
  const { start, ...actions } = createOfflineService({
    ...offline,
    estimate,
    onSeen: page.onSeen,
    server,
    notices,
    clock: browserClock,
  });
  start();
  return actions;
}
