import type { OfflineFault } from 'devonz-engine-protocol/offline/offline-messages';
import { atom } from 'nanostores';

/** Why no copy is made now, without anything having failed. */
export type OfflineRest = 'soon' | 'data-saver' | 'no-room' | 'removed' | 'server-away';

/** The copy of the app and of the engine in this browser, by which the app opens without a network. */
export type OfflineCopy =
  /** The browser has no service workers here. */
  | { status: 'impossible' }
  | { status: 'none'; why: OfflineRest }
  | { status: 'making' }
  | { status: 'failed'; reason: OfflineFault }
  /** `hasNewer`: the copy of a newer version is whole; a reload brings it. */
  | { status: 'ready'; bytes: number; hasNewer: boolean };

export const $offlineCopy = atom<OfflineCopy>({ status: 'none', why: 'soon' });
