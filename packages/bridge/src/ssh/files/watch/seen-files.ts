import { posix } from 'node:path';
import type { FileEntryWithStats, Stats } from 'ssh2';

/**
 * Distinguishes two states of an entry, as far as the server reports them. A folder's own time adds nothing to its
 * listing.
 */
export function signatureOf(stats: Pick<Stats, 'size' | 'mtime' | 'isDirectory' | 'mode'>): string {
  return stats.isDirectory() ? 'directory' : `${stats.size} ${stats.mtime} ${stats.mode}`;
}

export type FolderSignatures = Map<string, string>;

/** The entries that were listed or read lately, in their state at that time. The oldest are forgotten. */
export class SeenFiles {
  readonly folders = new Map<string, FolderSignatures>();
  readonly files = new Map<string, string>();

  constructor(private readonly limits = { folders: 300, files: 1_000 }) {}

  noteFolder(path: string, entries: readonly FileEntryWithStats[]): void {
    keep(this.folders, path, signaturesOf(entries), this.limits.folders);
  }

  /** A file of a listed folder is checked together with the folder. */
  noteFile(path: string, signature: string): void {
    const folder = this.folders.get(posix.dirname(path));
    if (folder === undefined) keep(this.files, path, signature, this.limits.files);
    else folder.set(posix.basename(path), signature);
  }
}

export function signaturesOf(entries: readonly FileEntryWithStats[]): FolderSignatures {
  return new Map(entries.map(({ filename, attrs }) => [filename, signatureOf(attrs)]));
}

function keep<T>(map: Map<string, T>, key: string, value: T, limit: number): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.keys().next();
  if (map.size > limit && !oldest.done) map.delete(oldest.value);
}
