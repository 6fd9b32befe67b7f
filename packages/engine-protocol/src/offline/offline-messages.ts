/** What a page tells the offline worker of its origin. A port comes with the questions, for the answer. */
export type ToOfflineWorker =
  /** Answered by `OfflineWorkerFacts`. */
  | { type: 'describe' }
  /** The worker takes the place of the one before it, whose pages keep their files. */
  | { type: 'activate' }
  /** The pages that open without a network are fetched again: what the server says in them may have changed. */
  | { type: 'refresh' };

export interface OfflineWorkerFacts {
  version: string;
  bytes: number;
}

/** What the worker tells a page. The first is answered by the page's version, on the port. */
export type FromOfflineWorker = { type: 'which-version' } | { type: 'not-made'; reason: OfflineFault };

/** Why there is no copy of a build. */
export type OfflineFault =
  /** The browser gives no room. */
  | 'no-room'
  /** A file was missing, or was not the build's: the server is being updated, or another one answers in its place. */
  | 'not-whole'
  /** The server has ended copies, or has none. */
  | 'refused'
  /** Nobody knows. */
  | 'unknown';

/** What became of keeping a copy at one origin. */
export type OfflineState =
  | { status: 'none' }
  | { status: 'failed'; reason: OfflineFault }
  /** `waiting`: of a newer build, whose copy is whole, too. */
  | { status: 'ready'; version: string; bytes: number; waiting: string | null };

/** What the app's page asks of the engine's page for copies, by a port. */
export type OfflineWish = 'look' | 'keep' | 'remove';

/** The first message to that page when it has loaded: it brings the port. */
export const OFFLINE_PORT = 'devonz-offline-port';
