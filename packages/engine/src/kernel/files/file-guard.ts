import type { FileAccess } from 'devonz-engine-protocol/terminal-note';
import { systemError } from '../../abi/error-codes.ts';
import type { FileStatus } from '../../abi/system-calls.ts';
import type { GuardedPaths } from './guarded-paths.ts';
import type { DirectoryInode, FileInode, Inode, Link, SymlinkInode } from './inode.ts';
import { pathOf, statusOf } from './inode.ts';
import { type Place, walkPath } from './walk-path.ts';
import type { WatchListener } from './watchers.ts';

export type RefusalListener = (access: FileAccess, path: string) => void;

/** What a guard has to know of the file system as a whole. */
export interface FileNames {
  readonly root: DirectoryInode;
  readonly symlinks: ReadonlySet<SymlinkInode>;
  /** Grows with every folder that moves: paths known before may be wrong. */
  readonly moves: number;
  /** Grows with every symbolic link that comes or goes. */
  readonly linkChanges: number;
}

/**
 * Holds the calls of one tree of processes to its grant: by where a file is once every link is followed, and by all of its names. What
 * it refuses fails with EACCES, or reads as empty (`GuardedPaths.readsAsEmpty`). That a file is there is no secret: `readdir` is not asked about, and `stat` says of a file that may not be read
 * neither its size nor its times.
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

  /** The content of a file. */
  read(inode: FileInode): void {
    const refused = this.#unreadable(inode);
    if (refused !== null) this.#refuse('read', refused);
  }

  /** Whether the content may be read; false: the file reads as empty. Refuses where neither is so. */
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

  /** The name by which a file may not be read; null: it may. */
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

  /** The content of a file, or the mode and times of anything. */
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

  /** What is allowed now stays so while nothing moves: no guarded name is a link, whose target could become another file. */
  #isLasting(): boolean {
    return this.#names.symlinks.size === 0 || this.#linksThatAreGuarded().length === 0;
  }

  /** A name comes, goes, or stands for something else. */
  entry(directory: DirectoryInode, name: string): void {
    const path = this.#pathIn(directory, name);
    if (path === null) return;
    if (this.#paths.isRoot(path) || !this.#paths.mayWrite(path)) this.#refuse('write', path);
    const target = this.#refusedTarget('write', directory, name);
    if (target !== null) this.#refuse('write', target);
  }

  /** All that is below a folder goes with it. */
  removal(inode: Inode, directory: DirectoryInode, name: string): void {
    this.entry(directory, name);
    if (inode.kind !== 'directory') return;
    for (const [childName, child] of inode.children) this.removal(child, inode, childName);
  }

  /** All that is below a folder gets other paths, by which it must not become readable, nor something that programs trust. */
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

  /** A name that is guarded may be a link: what it leads to is what programs take for the guarded file. */
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

/** Of a file that may not be read its status says that it is there. */
export function statusSeenBy(guard: FileGuard | null, inode: Inode): FileStatus {
  const status = statusOf(inode);
  if (guard === null || inode.kind !== 'file' || guard.mayRead(inode)) return status;
  return { ...status, size: 0, accessedAt: 0, modifiedAt: 0, changedAt: 0, createdAt: 0 };
}

/** When a file changes that may not be read is one of its times. That names come and go is seen in their folder. */
export function heardBy(guard: FileGuard | null, listener: WatchListener): WatchListener {
  if (guard === null) return listener;
  return (event, path, inode) => {
    if (event === 'rename' || inode.kind !== 'file' || guard.mayRead(inode)) listener(event, path, inode);
  };
}

interface Allowed {
  /** A name that goes makes this another list, one that comes a longer one. */
  links: readonly Link[];
  count: number;
  moves: number;
  linkChanges: number;
}

/** Files whose names have been looked at: a program reads the same ones over and over. */
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
