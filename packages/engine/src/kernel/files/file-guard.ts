import type { FileAccess } from 'devonz-engine-protocol/terminal-note';
import { systemError } from '../../abi/error-codes.ts';
import type { FileStatus } from '../../abi/system-calls.ts';
import type { GuardedPaths } from './guarded-paths.ts';
import type { DirectoryInode, FileInode, Inode, Link, SymlinkInode } from './inode.ts';
import { pathOf, statusOf } from './inode.ts';
import { type Place, walkPath } from './walk-path.ts';
import type { WatchListener } from './watchers.ts';

export type RefusalListener = (access: FileAccess, path: string) => void;

/** The facts about the whole file system that a guard needs. */
export interface FileNames {
  readonly root: DirectoryInode;
  readonly symlinks: ReadonlySet<SymlinkInode>;
  /** Incremented whenever a folder moves, which may invalidate known paths. */
  readonly moves: number;
  /** Incremented whenever a symbolic link is added or removed. */
  readonly linkChanges: number;
}

/**
 * Restricts the calls of one process tree to its grant, by where a file is once every link is followed, and by all of its names. A refused
 * call fails with EACCES, or reads as empty (`GuardedPaths.readsAsEmpty`). The existence of a file is not secret: `readdir` is not
 * checked, and `stat` hides only the size and times of an unreadable file.
 */
export class FileGuard {
  readonly #paths: GuardedPaths;
  readonly #names: FileNames;
  readonly #onRefusal: RefusalListener;
  #folders = new WeakMap<DirectoryInode, string>();
  #moves = 0;
  readonly #readable: AllowedFiles;
  readonly #writable: AllowedFiles;
  #guardedLinks: string[] = [];
  #linksAt = { moves: -1, changes: -1 };

  constructor(paths: GuardedPaths, names: FileNames, onRefusal: RefusalListener) {
    this.#paths = paths;
    this.#names = names;
    this.#onRefusal = onRefusal;
    this.#readable = new AllowedFiles(names);
    this.#writable = new AllowedFiles(names);
  }

  /** Checks reading the content of a file. */
  read(inode: FileInode): void {
    const refused = this.#unreadable(inode);
    if (refused !== null) this.#refuse('read', refused);
  }

  /** Returns true if the content may be read, and false if the file reads as empty. Throws otherwise. */
  content(inode: FileInode): boolean {
    const refused = this.#unreadable(inode);
    if (refused === null) return true;
    if (!this.#paths.readsAsEmpty(refused)) this.#refuse('read', refused);
    this.#onRefusal('read', refused);
    return false;
  }

  mayRead(inode: FileInode): boolean {
    return this.#unreadable(inode) === null;
  }

  /** Returns the name by which a file is unreadable, or `null` if it may be read. */
  #unreadable(inode: FileInode): string | null {
    if (inode.device !== null || this.#readable.has(inode)) return null;
    for (const { directory, name } of inode.links) {
      const path = this.#pathIn(directory, name);
      if (path !== null && !this.#paths.mayRead(path)) return path;
      const target = this.#refusedTarget('read', directory, name);
      if (target !== null) return target;
    }
    if (this.#isLasting()) this.#readable.add(inode);
    return null;
  }

  /** Checks changing the content of a file, or the mode and times of anything. */
  change(inode: Inode): void {
    if (inode.kind === 'directory') {
      const path = inode.parent === null ? null : this.#pathIn(inode.parent, inode.name);
      if (path !== null && !this.#paths.mayWrite(path)) this.#refuse('write', path);
      return;
    }
    if (inode.kind === 'file' && (inode.device !== null || this.#writable.has(inode))) return;
    for (const { directory, name } of inode.links) this.entry(directory, name);
    if (inode.kind === 'file' && this.#isLasting()) this.#writable.add(inode);
  }

  /**
   * Returns whether a permission stays valid until an entry moves: no guarded name is a link, because a link's target can become another
   * file.
   */
  #isLasting(): boolean {
    return this.#names.symlinks.size === 0 || this.#linksThatAreGuarded().length === 0;
  }

  /** Checks adding, removing or replacing a name. */
  entry(directory: DirectoryInode, name: string): void {
    const path = this.#pathIn(directory, name);
    if (path === null) return;
    if (this.#paths.isRoot(path) || !this.#paths.mayWrite(path)) this.#refuse('write', path);
    const target = this.#refusedTarget('write', directory, name);
    if (target !== null) this.#refuse('write', target);
  }

  /** Checks the removal of an entry with everything below it. */
  removal(inode: Inode, directory: DirectoryInode, name: string): void {
    this.entry(directory, name);
    if (inode.kind !== 'directory') return;
    for (const [childName, child] of inode.children) this.removal(child, inode, childName);
  }

  /**
   * Checks moving an entry: everything below a folder gets new paths, which must not make it readable, or something that programs trust.
   */
  move(inode: Inode, from: Place, to: Place): void {
    this.entry(from.directory, from.name);
    this.entry(to.directory, to.name);
    const source = this.#pathIn(from.directory, from.name);
    const target = this.#pathIn(to.directory, to.name);
    if (source !== null && target !== null) this.#moveBelow(inode, source, target);
  }

  #moveBelow(inode: Inode, source: string, target: string): void {
    for (const path of [source, target]) if (!this.#paths.mayWrite(path)) this.#refuse('write', path);
    if (inode.kind === 'file') this.read(inode);
    if (inode.kind !== 'directory') return;
    for (const [name, child] of inode.children) this.#moveBelow(child, `${source}/${name}`, `${target}/${name}`);
  }

  /** Returns the guarded link whose target this is: a guarded name may be a link, and programs treat its target as the guarded file. */
  #refusedTarget(access: FileAccess, directory: DirectoryInode, name: string): string | null {
    if (this.#names.symlinks.size === 0) return null;
    for (const link of this.#linksThatAreGuarded()) {
      if (access === 'read' ? this.#paths.mayRead(link) : this.#paths.mayWrite(link)) continue;
      const place = this.#placeOf(link);
      if (place === null) continue;
      const isIt = place.directory === directory && place.name === name;
      if (isIt || (place.inode?.kind === 'directory' && isWithin(directory, place.inode))) return link;
    }
    return null;
  }

  #linksThatAreGuarded(): readonly string[] {
    const { moves, linkChanges, symlinks } = this.#names;
    if (moves === this.#linksAt.moves && linkChanges === this.#linksAt.changes) return this.#guardedLinks;
    this.#linksAt = { moves, changes: linkChanges };
    this.#guardedLinks = [...symlinks].flatMap(({ links }) =>
      links.flatMap(({ directory, name }) => {
        const path = this.#pathIn(directory, name);
        return path !== null && this.#paths.guardsTarget(path) ? [path] : [];
      }),
    );
    return this.#guardedLinks;
  }

  #placeOf(link: string): Place | null {
    try {
      return walkPath(this.#names.root, link, { followLast: true });
    } catch {
      return null;
    }
  }

  #pathIn(directory: DirectoryInode, name: string): string | null {
    if (this.#moves !== this.#names.moves) {
      this.#moves = this.#names.moves;
      this.#folders = new WeakMap();
    }
    let folder = this.#folders.get(directory);
    if (folder === undefined) {
      const path = pathOf(directory);
      if (path === null) return null;
      folder = path === '/' ? '' : path;
      this.#folders.set(directory, folder);
    }
    return `${folder}/${name}`;
  }

  #refuse(access: FileAccess, path: string): never {
    this.#onRefusal(access, path);
    throw systemError('EACCES');
  }
}

/** Returns the status of a file; for an unreadable one it only shows that the file exists. */
export function statusSeenBy(guard: FileGuard | null, inode: Inode): FileStatus {
  const status = statusOf(inode);
  if (guard === null || inode.kind !== 'file' || guard.mayRead(inode)) return status;
  return { ...status, size: 0, accessedAt: 0, modifiedAt: 0, changedAt: 0, createdAt: 0 };
}

/** Filters watch events: the time at which an unreadable file changes is hidden, but adding and removing names is visible in the folder. */
export function heardBy(guard: FileGuard | null, listener: WatchListener): WatchListener {
  if (guard === null) return listener;
  return (event, path, inode) => {
    if (event === 'rename' || inode.kind !== 'file' || guard.mayRead(inode)) listener(event, path, inode);
  };
}

interface Allowed {
  /** Removing a name replaces this list, and adding one makes it longer. */
  links: readonly Link[];
  count: number;
  moves: number;
  linkChanges: number;
}

/** Caches files whose names were checked, because programs read the same ones repeatedly. */
class AllowedFiles {
  readonly #names: FileNames;
  readonly #allowed = new WeakMap<FileInode, Allowed>();

  constructor(names: FileNames) {
    this.#names = names;
  }

  has(inode: FileInode): boolean {
    const known = this.#allowed.get(inode);
    if (known === undefined || known.links !== inode.links || known.count !== inode.links.length) return false;
    return known.moves === this.#names.moves && known.linkChanges === this.#names.linkChanges;
  }

  add(inode: FileInode): void {
    const { moves, linkChanges } = this.#names;
    this.#allowed.set(inode, { links: inode.links, count: inode.links.length, moves, linkChanges });
  }
}

function isWithin(directory: DirectoryInode, folder: DirectoryInode): boolean {
  for (let at: DirectoryInode | null = directory; at !== null; at = at.parent === at ? null : at.parent) if (at === folder) return true;
  return false;
}
