import { atom } from 'nanostores';

/** The browser had no room for a write. Bytes; null if unknown. */
export interface FullStorage {
  usage: number | null;
  quota: number | null;
}

/** Is null while there is room. */
export const $fullStorage = atom<FullStorage | null>(null);

/** Use of this browser's storage. Bytes; null if unknown. */
export interface StorageUse {
  usage: number | null;
  quota: number | null;
  chats: number;
  files: number;
  versions: number;
  deleted: number;
  /** npm's package cache. */
  packages: number | null;
  isPersisted: boolean;
}

/** Is null before it was measured. */
export const $storageUse = atom<StorageUse | null>(null);
