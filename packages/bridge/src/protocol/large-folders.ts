/**
 * Encodings of the official client's `fs` for folders of any size, as in devonz-engine-protocol's `machine/reads`, where these belong as
 * soon as the app uses them.
 */

const ITSELF = /^devonz-unfollowed=(\d{1,15})$/;

/** An encoding of `readFile`, like `READ_UNFOLLOWED`: but a file of more than `most` bytes fails with EFBIG before any of it is read. */
export function formatReadItself(most: number): string {
  return `devonz-unfollowed=${most}`;
}

/** Returns `null` if the encoding is another one. */
export function parseReadItself(encoding: string): number | null {
  const [, most] = ITSELF.exec(encoding) ?? [];
  return most === undefined ? null : Number(most);
}

/**
 * An encoding of a recursive `watch`: of the folders below the watched one only those are watched that are listed from then on, so that
 * opening a large folder walks nothing. A server over SSH watches more of them.
 */
export const WATCH_LISTED = 'devonz-listed';

/** Name of the client's event that tells that the changes of some watched folders are not seen. Its argument is a `WatchLimit`. */
export const WATCH_LIMIT_EVENT = 'machine-watch-limit';

/** More folders than the machine's system or its bridge allows to watch. */
export interface WatchLimit {
  reason: 'system' | 'bridge';
  watched: number;
  /** Without those below them. */
  unwatched: number;
}
