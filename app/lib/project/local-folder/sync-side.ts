import type { FileStamp } from '../../persistence/folder-store.ts';
import type { ContentHash } from '../../protocol/ids.ts';

/** The two places that are kept equal: the project, and the folder on the user's disk. */
export type SideName = 'project' | 'disk';

/** What a side has. */
export interface SideListing {
  files: ReadonlyMap<string, ContentHash>;
  /** There, but not to be kept equal, with the reason in words: it is neither read, nor written over, nor taken for deleted. */
  left: ReadonlyMap<string, string>;
  /** Of the disk: how its files looked when they were read. */
  stamps?: ReadonlyMap<string, FileStamp>;
}

export type WriteOutcome =
  | { outcome: 'done' }
  /** Something else was there than was expected: nothing was done. */
  | { outcome: 'changed' }
  /** It cannot be done, for a reason that lies in this file alone; `why` is a sentence. */
  | { outcome: 'refused'; why: string };

/**
 * One of the two, as the synchronisation sees it. A method rejects where the side as a whole cannot be used: it is gone, full, or may no
 * longer be read.
 */
export interface SyncSide {
  list(): Promise<SideListing>;
  /** null: it is not there. */
  read(path: string): Promise<{ content: Uint8Array; hash: ContentHash } | null>;
  /** All of it or nothing, and only where `expected` is what is there; null: no file. */
  write(path: string, file: { content: Uint8Array; hash: ContentHash }, expected: ContentHash | null): Promise<WriteOutcome>;
  remove(path: string, expected: ContentHash): Promise<WriteOutcome>;
}

export function otherSide(side: SideName): SideName {
  return side === 'disk' ? 'project' : 'disk';
}
