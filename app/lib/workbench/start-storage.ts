import type { StorageActions } from './storage-actions.ts';
import { createStorageService, type StorageServiceDependencies } from './storage-service.ts';
import { type RoomParts, watchRoom } from './watch-room.ts';

/** Watches the room of this browser; and what a user can do about it. */
export function startStorage(parts: RoomParts & Omit<StorageServiceDependencies, 'watch'>): StorageActions {
  return createStorageService({ ...parts, watch: watchRoom(parts) });
}
