import { linkTargetOf } from '../protocol/files/file-version.ts';
import type { ContentHash } from '../protocol/ids.ts';
import type { FileRecordEvent } from '../protocol/journal-event.ts';
import { resolveFolderLinks, resolveLinks } from '../runtime/resolve-links.ts';

/** A content that is already in the journal's store, with the file it belongs to; or a symbolic link. */
export interface StoredVersion {
  path: string;
  hash: ContentHash;
  size: number;
  isExecutable?: true;
}

type FileStanding = Pick<StoredVersion, 'size' | 'isExecutable'>;

/** The newest version of each file and link, as recorded in the journal. */
export class KnownFiles {
  readonly #versions = new Map<string, ContentHash>();
  readonly #standings = new Map<string, FileStanding>();
  /** Number of files in each folder and its subfolders. */
  readonly #folders = new Map<string, number>();
  #links = 0;

  constructor(files: Iterable<StoredVersion> = []) {
    for (const { path, hash, size, isExecutable } of files) this.#set(path, hash, standing(size, isExecutable));
  }

  get versions(): ReadonlyMap<string, ContentHash> {
    return this.#versions;
  }

  standingOf(path: string): FileStanding | undefined {
    return this.#standings.get(path);
  }

  note(event: FileRecordEvent): void {
    if (event.type === 'file-changed') this.#set(event.path, event.hash, standing(event.size, event.isExecutable));
    else this.#delete(event.path);
  }

  /** The file at that path, or all files in that folder. */
  in(path: string): string[] {
    return [...this.fileAt(path), ...this.below(path)];
  }

  fileAt(path: string): string[] {
    return this.#versions.has(path) ? [path] : [];
  }

  below(path: string): string[] {
    return this.#folders.has(path) ? [...this.#versions.keys()].filter((file) => file.startsWith(`${path}/`)) : [];
  }

  /** Files and links recorded where this path needs a folder. Only one of the two can exist. */
  above(path: string): string[] {
    const found: string[] = [];
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) found.push(...this.fileAt(path.slice(0, at)));
    return found;
  }

  /** Whether a write there must fail, as far as is known: the path is a folder (a link may lead to the root) or is below a file. */
  isRefused(path: string): boolean {
    return path === '' || this.#folders.has(path) || this.above(path).length > 0;
  }

  /** The target of the link at a path; null if there is no link. */
  readonly linkAt = (path: string): string | null => linkTargetOf(this.#versions.get(path));

  /** Whether a folder in the path is in fact a link. Files below it do not belong to the project under this name. */
  isBelowLink(path: string): boolean {
    if (this.#links === 0) return false;
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) if (this.linkAt(path.slice(0, at)) !== null) return true;
    return false;
  }

  /** The path that a write to this one really changes; null if it is outside the project. */
  writtenAt(path: string): string | null {
    return this.#links === 0 ? path : resolveLinks(path, this.linkAt);
  }

  /** The path that removing or replacing this one really changes. A link at the path itself is not followed. */
  replacedAt(path: string): string | null {
    return this.#links === 0 ? path : resolveFolderLinks(path, this.linkAt);
  }

  #set(path: string, hash: ContentHash, its: FileStanding): void {
    if (!this.#versions.has(path)) this.#count(path, 1);
    if (this.linkAt(path) !== null) this.#links -= 1;
    if (linkTargetOf(hash) !== null) this.#links += 1;
    this.#versions.set(path, hash);
    this.#standings.set(path, its);
  }

  #delete(path: string): void {
    if (this.linkAt(path) !== null) this.#links -= 1;
    if (!this.#versions.delete(path)) return;
    this.#standings.delete(path);
    this.#count(path, -1);
  }

  #count(path: string, by: 1 | -1): void {
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
      const folder = path.slice(0, at);
      const count = (this.#folders.get(folder) ?? 0) + by;
      if (count === 0) this.#folders.delete(folder);
      else this.#folders.set(folder, count);
    }
  }
}

function standing(size: number, isExecutable: true | undefined): FileStanding {
  return isExecutable === true ? { size, isExecutable } : { size };
}
