import { atom } from 'nanostores';
import type { ConnectionsResponse } from '../protocol/models/connections.ts';

/** What can be connected and what is, without any key. */
export type ConnectionsState =
  | { state: 'loading' }
  | { state: 'failed'; why: string }
  | ({ state: 'ready' } & Omit<ConnectionsResponse, 'dropped'>);
export const $connections = atom<ConnectionsState>({ state: 'loading' });
