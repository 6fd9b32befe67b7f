import type { OfflineActions } from '../offline/offline-service.ts';
import { type OfflineParts, startOffline } from './offline/start-offline.ts';
import type { StorageActions } from './storage-actions.ts';
import { createStorageService, type StorageServiceDependencies } from './storage-service.ts';
import { type RoomParts, watchRoom } from './watch-room.ts';

/** Watches the room of this browser, keeps the app in it for when there is no network; and what a user can do about both. */
export function startStorage(
  parts: RoomParts & Omit<StorageServiceDependencies, 'watch'> & Omit<OfflineParts, 'estimate'>,
): StorageActions & OfflineActions {
  return { ...createStorageService({ ...parts, watch: watchRoom(parts) }), ...startOffline({ ...parts, estimate: parts.facts.estimate }) };
}
