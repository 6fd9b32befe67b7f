import type { OpeningEvent, OwnComputer } from 'devonz-engine-protocol/machine/own-computer';
import { atom } from 'nanostores';
import type { KeptHost } from '../../protocol/machines/kept-host.ts';

/** Whether the server of this page opens folders of the computer on which it runs. */
export type OwnComputerState =
  | { state: 'unknown' }
  | { state: 'ready'; computer: OwnComputer }
  /** The server opens none: the app is deployed elsewhere. */
  | { state: 'not-carried' }
  /** The address that `npm start` prints, with its key, was not opened in this browser. */
  | { state: 'key-missing' }
  | { state: 'failed'; why: string };
export const $ownComputer = atom<OwnComputerState>({ state: 'unknown' });

export type OpeningQuestion = Omit<Extract<OpeningEvent, { type: 'question' }>, 'type'>;
export type FoundPlace = Omit<Extract<OpeningEvent, { type: 'found' }>, 'type'>;

/** The result of the last press on Connect or Test. */
export type Opening =
  | { state: 'none' }
  | { state: 'running'; isTest: boolean; notes: readonly string[]; question: OpeningQuestion | null }
  | { state: 'found'; found: FoundPlace }
  | { state: 'failed'; isTest: boolean; why: string };
export const $opening = atom<Opening>({ state: 'none' });

/** `not-tried`: it was only tested so far, so no bridge is known for it. */
export type HostState = 'looking' | 'connected' | 'away' | 'not-tried';
export interface ListedHost extends KeptHost {
  state: HostState;
}
/** Most recently used first. */
export const $hosts = atom<readonly ListedHost[]>([]);
