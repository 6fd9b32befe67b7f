import type { ServerNetwork } from '../../browser/browser-network.ts';
import type { NoticeService } from '../../notices/notice-service.ts';
import type { OfflineActions } from '../../offline/offline-service.ts';
import type { SettingsService } from '../../settings/settings-service.ts';
import { startOffline } from '../offline/start-offline.ts';
import type { WorkbenchPorts } from '../ports/workbench-ports.ts';
import type { Chats } from '../start-chats.ts';
import type { OpenProject } from '../start-project.ts';
import type { Stores } from './open-storage.ts';
import type { StorageActions } from './storage-actions.ts';
import { createStorageService } from './storage-service.ts';
import { watchRoom } from './watch-room.ts';

interface StorageParts {
  ports: Pick<WorkbenchPorts, 'storage' | 'offline' | 'page'>;
  stores: Stores;
  open: Pick<OpenProject, 'keeper' | 'runtime'>;
  chats: Pick<Chats, 'current' | 'tabs'>;
  server: ServerNetwork;
  settings: SettingsService;
  notices: NoticeService;
}

/** Watches the storage of this browser and keeps the offline copy; returns the user's actions for both. */
export function startStorage({ ports, stores, open, chats, server, settings, notices }: StorageParts): StorageActions & OfflineActions {
  const watch = watchRoom({
    onFull: stores.onFull,
    probe: stores.probe,
    journal: stores.journal,
    current: chats.current,
    tabs: chats.tabs,
    facts: ports.storage,
    settings,
    keeper: open.keeper,
  });
  const storage = createStorageService({
    facts: ports.storage,
    notices,
    watch,
    runtime: open.runtime,
    measure: stores.measure,
    batches: stores.batches,
  });
  const offline = startOffline({ offline: ports.offline, estimate: ports.storage.estimate, page: ports.page, server, notices });
  return {
    lookForRoom: storage.lookForRoom,
    measureStorage: storage.measureStorage,
    clearCaches: storage.clearCaches,
    keepStorage: storage.keepStorage,
    keepOfflineCopy: offline.keepOfflineCopy,
    removeOfflineCopy: offline.removeOfflineCopy,
    reloadToNewer: offline.reloadToNewer,
  };
}
