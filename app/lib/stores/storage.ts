import { atom } from 'nanostores';

/** The browser gave no room for something that was to be kept. Bytes; null where it does not say. */
export interface FullStorage {
  usage: number | null;
  quota: number | null;
}

/** null: there is room. */
export const $fullStorage = atom<FullStorage | null>(null);

/** What uses the room of this browser. Bytes; null where it is not known. */
export interface StorageUse {
  usage: number | null;
  quota: number | null;
  chats: number;
  files: number;
  versions: number;
  deleted: number;
  /** Packages that npm keeps. */
  packages: number | null;
  isPersisted: boolean;
}

/** null: nobody has looked yet. */
export const $storageUse = atom<StorageUse | null>(null);
