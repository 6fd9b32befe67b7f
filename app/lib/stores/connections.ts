import { atom } from 'nanostores';
import type { ConnectionsResponse } from '../protocol/models/connections.ts';

/** Available and existing connections, without any keys. */
export type ConnectionsState =
  | { state: 'loading' }
  | { state: 'failed'; why: string }
  | ({ state: 'ready' } & Omit<ConnectionsResponse, 'dropped'>);
export const $connections = atom<ConnectionsState>({ state: 'loading' });
