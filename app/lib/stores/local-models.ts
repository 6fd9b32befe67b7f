import { atom } from 'nanostores';
import type { LocalProblem, LookAnswer } from '../local-models/local-request.ts';

export type LocalEndpointState = { status: 'asking' } | { status: 'listed'; models: number } | { status: 'failed'; problem: LocalProblem };

/** Of the endpoints of this browser, by id. */
export const $localEndpoints = atom<ReadonlyMap<string, LocalEndpointState>>(new Map());

export type LocalLook = { status: 'not-yet' } | { status: 'looking' } | { status: 'looked'; found: LookAnswer };

/** What was found when the user had it looked for. */
export const $localLook = atom<LocalLook>({ status: 'not-yet' });

/**
 * The model that the browser itself has. `none`: this browser knows of no such thing. `unsuitable`: it does, and has none for this computer.
 */
export type BuiltInModelState =
  | { status: 'not-yet' }
  | { status: 'none' }
  | { status: 'unsuitable' }
  | { status: 'downloadable' }
  | { status: 'downloading' /** Of one. */; share: number }
  | { status: 'ready' }
  | { status: 'failed'; why: string };
export const $builtInModel = atom<BuiltInModelState>({ status: 'not-yet' });
