import type { OfflineFault } from 'devonz-engine-protocol/offline/offline-messages';
import { atom } from 'nanostores';

/** Why no copy is being made, without an error. */
export type OfflineRest = 'soon' | 'data-saver' | 'no-room' | 'removed' | 'server-away';

/** The copy of the app and the engine in this browser, with which the app opens offline. */
export type OfflineCopy =
  /** Service workers are not available here. */
  | { status: 'impossible' }
  | { status: 'none'; why: OfflineRest }
  | { status: 'making' }
  | { status: 'failed'; reason: OfflineFault }
  /** `hasNewer`: a newer version is completely copied and appears after a reload. */
  | { status: 'ready'; bytes: number; hasNewer: boolean };

export const $offlineCopy = atom<OfflineCopy>({ status: 'none', why: 'soon' });
