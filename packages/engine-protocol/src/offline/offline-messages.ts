/** A page's messages to the offline worker of its origin. Questions include a port for the answer. */
export type ToOfflineWorker =
  /** Answered by `OfflineWorkerFacts`. */
  | { type: 'describe' }
  /** The worker replaces the previous one, whose pages keep their files. */
  | { type: 'activate' }
  /** Fetches the offline pages again, because the server's data in them may have changed. */
  | { type: 'refresh' };

export interface OfflineWorkerFacts {
  version: string;
  bytes: number;
}

/** The worker's messages to a page, which answers the first with its version on the port. */
export type FromOfflineWorker = { type: 'which-version' } | { type: 'not-made'; reason: OfflineFault };

/** The reason why there is no copy of a build. */
export type OfflineFault =
  /** The browser has no space left. */
  | 'no-room'
  /** A file was missing, or was not the build's: the server is being updated, or another one answers instead. */
  | 'not-whole'
  /** The server has disabled offline copies, or offers none. */
  | 'refused'
  /** The reason is unknown. */
  | 'unknown';

/** The state of the copy on one origin. */
export type OfflineState =
  | { status: 'none' }
  | { status: 'failed'; reason: OfflineFault }
  /** `waiting` is the version of a newer build whose copy is also complete. */
  | { status: 'ready'; version: string; bytes: number; waiting: string | null };

/** The app page's requests to the engine's page concerning copies, sent by a port. */
export type OfflineWish = 'look' | 'keep' | 'remove';

/** The first message to that page once it has loaded; it carries the port. */
export const OFFLINE_PORT = 'devonz-offline-port';
