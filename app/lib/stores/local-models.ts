import { atom } from 'nanostores';
import type { LocalProblem, LookAnswer } from '../protocol/models/local-look.ts';

export type LocalEndpointState = { status: 'asking' } | { status: 'listed'; models: number } | { status: 'failed'; problem: LocalProblem };

/** The endpoints of this browser, by id. */
export const $localEndpoints = atom<ReadonlyMap<string, LocalEndpointState>>(new Map());

export type LocalLook = { status: 'not-yet' } | { status: 'looking' } | { status: 'looked'; found: LookAnswer };

/** Results of the search for local endpoints that the user requested. */
export const $localLook = atom<LocalLook>({ status: 'not-yet' });

/** The browser's built-in model. `none`: this browser has no such feature. `unsuitable`: it has, but no model for this computer. */
export type BuiltInModelState =
  | { status: 'not-yet' }
  | { status: 'none' }
  | { status: 'unsuitable' }
  | { status: 'downloadable' }
  | { status: 'downloading' /** For a single download. */; share: number }
  | { status: 'ready' }
  | { status: 'failed'; why: string };
export const $builtInModel = atom<BuiltInModelState>({ status: 'not-yet' });
