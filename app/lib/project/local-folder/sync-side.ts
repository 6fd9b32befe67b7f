import type { FileStamp } from '../../persistence/folder-store.ts';
import type { ContentHash } from '../../protocol/ids.ts';

/** The two sides of the synchronisation: the project, and the folder on the user's disk. */
export type SideName = 'project' | 'disk';

/** The files of one side. */
export interface SideListing {
  files: ReadonlyMap<string, ContentHash>;
  /** Files that exist but are not synchronised, with the reason in words: they are neither read, overwritten nor treated as deleted. */
  left: ReadonlyMap<string, string>;
  /** Only for the disk: time and size of each file when it was read. */
  stamps?: ReadonlyMap<string, FileStamp>;
}

export type WriteOutcome =
  | { outcome: 'done' }
  /** The current version was not the expected one: nothing was changed. */
  | { outcome: 'changed' }
  /** Refused for a reason that concerns only this file; `why` is a sentence. */
  | { outcome: 'refused'; why: string };

/** One side, as seen by the synchronisation. A method rejects if the whole side is unusable: gone, full, or no longer readable. */
export interface SyncSide {
  list(): Promise<SideListing>;
  /** Returns null if the file does not exist. */
  read(path: string): Promise<{ content: Uint8Array; hash: ContentHash } | null>;
  /** Writes everything or nothing, and only if the current version is `expected`; null means no file. */
  write(path: string, file: { content: Uint8Array; hash: ContentHash }, expected: ContentHash | null): Promise<WriteOutcome>;
  remove(path: string, expected: ContentHash): Promise<WriteOutcome>;
}

export function otherSide(side: SideName): SideName {
  return side === 'disk' ? 'project' : 'disk';
}
