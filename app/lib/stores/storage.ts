import { atom } from 'nanostores';

/** The browser gave no room for something that was to be kept. Bytes; null where it does not say. */
export interface FullStorage {
  usage: number | null;
  quota: number | null;
}

/** null: there is room. */
export const $fullStorage = atom<FullStorage | null>(null);
