import { systemError } from '../../abi/error-codes.ts';
import { defaultKernelLimits, type KernelLimits } from '../../abi/limits.ts';
import { type DirectoryItem, type FileStatus, OpenFlag } from '../../abi/system-calls.ts';
import { FileGuard, type FileNames, heardBy, type RefusalListener, statusSeenBy } from './file-guard.ts';
import type { GuardedPaths } from './guarded-paths.ts';
import { type Device, type DirectoryInode, type FileInode, type Inode, pathOf, type SymlinkInode } from './inode.ts';
import { Storage } from './storage.ts';
import { type Place, walkPath } from './walk-path.ts';
import { Watchers, type WatchListener } from './watchers.ts';

export interface FileSystemOptions {
  /** Returns milliseconds since the epoch. */
  now(): number;
  limits?: KernelLimits;
}

/** The state shared by all views of the same files. */
interface SharedFiles extends FileNames {
  root: DirectoryInode;
  readonly symlinks: Set<SymlinkInode>;
  moves: number;
  linkChanges: number;
  nextInode: number;
  readonly storage: Storage;
  readonly watchers: Watchers;
  now(): number;
}

/**
 * The kernel's files, in memory: inodes, names, symbolic and hard links, modes, times, watches. Paths are absolute. Byte arrays passed in
 * are owned by it from then on; those it returns are views that the next change may alter.
 */
export class FileSystem {
  readonly #shared: SharedFiles;
  readonly #guard: FileGuard | null;

  constructor(options: FileSystemOptions | { shared: SharedFiles; guard: FileGuard }) {
    if ('shared' in options) {
      this.#shared = options.shared;
      this.#guard = options.guard;
      return;
    }
    const { now, limits = defaultKernelLimits } = options;
    const root = newDirectory(1, now(), 0o755, '');
    root.parent = root;
    this.#guard = null;
    const [storage, watchers, symlinks] = [new Storage(limits), new Watchers(), new Set<SymlinkInode>()];
    this.#shared = { root, symlinks, moves: 0, linkChanges: 0, nextInode: 2, storage, watchers, now };
  }

  get root(): DirectoryInode {
    return this.#shared.root;
  }

  /** Returns a restricted view of the same files. */
  guardedBy(paths: GuardedPaths, onRefusal: RefusalListener): FileSystem {
    return new FileSystem({ shared: this.#shared, guard: new FileGuard(paths, this.#shared, onRefusal) });
  }

  stat(path: string): FileStatus {
    return this.status(this.#existing(path, true));
  }

  lstat(path: string): FileStatus {
    return this.status(this.#existing(path, false));
  }

  /** Also guards open files: an open file may have got a guarded name meanwhile, and a write-only file reveals nothing. */
  status(inode: Inode): FileStatus {
    return statusSeenBy(this.#guard, inode);
  }

  exists(path: string): boolean {
    try {
      this.#existing(path, true);
      return true;
    } catch {
      return false;
    }
  }

  /** Returns the inode for which `open(2)` would create a descriptor. */
  open(path: string, flags: number, mode: number): FileInode | DirectoryInode {
    const isExclusive = (flags & OpenFlag.CREATE) !== 0 && (flags & OpenFlag.EXCLUSIVE) !== 0;
    const place = this.#locate(path, !isExclusive && (flags & OpenFlag.NO_FOLLOW) === 0);
    const { inode } = place;
    if (inode === undefined) {
      if ((flags & OpenFlag.CREATE) === 0) throw systemError('ENOENT');
      if (place.mustBeDirectory) throw systemError('EISDIR');
      return this.#createFile(place, mode);
    }
    if (isExclusive) throw systemError('EEXIST');
    if (inode.kind === 'symlink') throw systemError('ELOOP');
    if (inode.kind === 'directory') {
      if ((flags & 3) !== OpenFlag.READ_ONLY || (flags & OpenFlag.CREATE) !== 0) throw systemError('EISDIR');
      return inode;
    }
    if (place.mustBeDirectory || (flags & OpenFlag.DIRECTORY) !== 0) throw systemError('ENOTDIR');
    if (this.#guard !== null) {
      if ((flags & 3) === OpenFlag.READ_ONLY) this.#guard.content(inode);
      else if ((flags & 3) !== OpenFlag.WRITE_ONLY) this.#guard.read(inode);
      if ((flags & 3) !== OpenFlag.READ_ONLY) this.#guard.change(inode);
    }
    if ((flags & OpenFlag.TRUNCATE) !== 0 && (flags & 3) !== OpenFlag.READ_ONLY && inode.device === null) this.truncate(inode, 0);
    return inode;
  }

  readFile(path: string): Uint8Array {
    const inode = this.#existing(path, true);
    if (inode.kind !== 'file') throw systemError('EISDIR');
    return this.readAt(inode, 0, inode.size);
  }

  /** Reads at most `length` bytes. Checks the guard each time, because the file may have got another name since it was opened. */
  readAt(inode: FileInode, position: number, length: number): Uint8Array {
    if (this.#guard?.content(inode) === false) return new Uint8Array(0);
    return inode.content.subarray(Math.min(position, inode.size), Math.min(position + length, inode.size));
  }

  writeFile(path: string, data: Uint8Array, flags: number = OpenFlag.CREATE | OpenFlag.TRUNCATE, mode = 0o644): void {
    const isAppend = (flags & OpenFlag.APPEND) !== 0;
    // The replacement below includes the truncation, so that there is one change event, not two.
    const inode = this.open(path, (flags & ~OpenFlag.TRUNCATE & ~3) | OpenFlag.WRITE_ONLY, mode);
    if (inode.kind !== 'file') throw systemError('EISDIR');
    if (inode.device !== null) return;
    if (isAppend) {
      this.writeAt(inode, data, inode.size);
      return;
    }
    this.#guard?.change(inode);
    this.#shared.storage.replace(inode, data);
    this.#changed(inode);
  }

  writeAt(inode: FileInode, data: Uint8Array, position: number): void {
    this.#guard?.change(inode);
    this.#shared.storage.write(inode, data, position);
    this.#changed(inode);
  }

  truncate(inode: FileInode, length: number): void {
    this.#guard?.change(inode);
    this.#shared.storage.resize(inode, length);
    this.#changed(inode);
  }

  readdir(path: string): DirectoryItem[] {
    const inode = this.#existing(path, true);
    if (inode.kind !== 'directory') throw systemError('ENOTDIR');
    // Sorted like libuv's scandir, which programs rely on.
    return [...inode.children]
      .map(([name, child]): DirectoryItem => ({ name, kind: child.kind }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  mkdir(path: string, isRecursive: boolean, mode: number): string | null {
    const place = this.#locateForMkdir(path, isRecursive);
    if (place.inode !== undefined) {
      if (isRecursive && this.#isDirectory(path)) return null;
      throw systemError('EEXIST');
    }
    this.#attach(place.directory, place.name, this.#newDirectory(mode, place.name));
    const parent = pathOf(place.directory);
    const made = parent === '/' ? `/${place.name}` : `${parent}/${place.name}`;
    if (isRecursive) this.mkdir(path, true, mode);
    return made;
  }

  rmdir(path: string): void {
    const place = this.#locate(path, false);
    if (place.inode === undefined) throw systemError('ENOENT');
    if (place.inode.kind !== 'directory') throw systemError('ENOTDIR');
    if (place.inode === this.root) throw systemError('EBUSY');
    if (place.inode.children.size > 0) throw systemError('ENOTEMPTY');
    this.#detach(place.directory, place.name, place.inode);
  }

  unlink(path: string): void {
    const place = this.#locate(path, false);
    if (place.inode === undefined) throw systemError('ENOENT');
    if (place.inode.kind === 'directory') throw systemError('EISDIR');
    if (place.mustBeDirectory) throw systemError('ENOTDIR');
    this.#detach(place.directory, place.name, place.inode);
  }

  removeTree(path: string, isForced: boolean): void {
    let place: Place;
    try {
      place = this.#locate(path, false);
    } catch (error) {
      if (isForced) return;
      throw error;
    }
    if (place.inode === undefined) {
      if (isForced) return;
      throw systemError('ENOENT');
    }
    if (place.inode === this.root) throw systemError('EBUSY');
    // The whole removal is checked first, because half a folder is of no use.
    this.#guard?.removal(place.inode, place.directory, place.name);
    this.#removeBelow(place.inode);
    this.#detach(place.directory, place.name, place.inode);
  }

  rename(from: string, to: string): void {
    const source = this.#locate(from, false);
    const target = this.#locate(to, false);
    const inode = source.inode;
    if (inode === undefined) throw systemError('ENOENT');
    if (inode === this.root || target.inode === this.root) throw systemError('EBUSY');
    if (inode.kind !== 'directory' && (source.mustBeDirectory || target.mustBeDirectory)) throw systemError('ENOTDIR');
    if (target.inode === inode) return;
    if (inode.kind === 'directory') {
      for (let at = target.directory; at.parent !== at && at.parent !== null; at = at.parent) if (at === inode) throw systemError('EINVAL');
      if (target.inode !== undefined && target.inode.kind !== 'directory') throw systemError('ENOTDIR');
      if (target.inode?.kind === 'directory' && target.inode.children.size > 0) throw systemError('ENOTEMPTY');
    } else if (target.inode?.kind === 'directory') throw systemError('EISDIR');
    this.#guard?.move(inode, source, target);
    if (inode.kind === 'directory') this.#shared.moves += 1;
    if (target.inode !== undefined) this.#detach(target.directory, target.name, target.inode, false);
    this.#detach(source.directory, source.name, inode);
    this.#attach(target.directory, target.name, inode);
  }

  link(existing: string, path: string): void {
    const inode = this.#existing(existing, false);
    if (inode.kind === 'directory') throw systemError('EPERM');
    const place = this.#newPlace(path);
    if (inode.kind === 'file') this.#guard?.read(inode);
    this.#guard?.change(inode);
    this.#attach(...place, inode);
  }

  symlink(target: string, path: string): void {
    const place = this.#newPlace(path);
    const now = this.#shared.now();
    const number = this.#shared.nextInode++;
    this.#attach(...place, { kind: 'symlink', number, target, mode: 0o777, links: [], ...timesAt(now) });
  }

  readlink(path: string): string {
    const inode = this.#existing(path, false);
    if (inode.kind !== 'symlink') throw systemError('EINVAL');
    return inode.target;
  }

  realpath(path: string): string {
    const place = this.#locate(path, true);
    if (place.inode === undefined) throw systemError('ENOENT');
    if (place.mustBeDirectory && place.inode.kind !== 'directory') throw systemError('ENOTDIR');
    const parent = pathOf(place.directory);
    if (place.inode === this.root) return '/';
    return parent === '/' ? `/${place.name}` : `${parent}/${place.name}`;
  }

  chmod(path: string, mode: number): void {
    this.chmodInode(this.#existing(path, true), mode);
  }

  chmodInode(inode: Inode, mode: number): void {
    this.#guard?.change(inode);
    inode.mode = mode & 0o7777;
    inode.changedAt = this.#shared.now();
    this.#tellChange(inode);
  }

  utimes(path: string, accessedAt: number, modifiedAt: number): void {
    this.utimesInode(this.#existing(path, true), accessedAt, modifiedAt);
  }

  utimesInode(inode: Inode, accessedAt: number, modifiedAt: number): void {
    this.#guard?.change(inode);
    inode.accessedAt = accessedAt;
    inode.modifiedAt = modifiedAt;
    inode.changedAt = this.#shared.now();
    this.#tellChange(inode);
  }

  /** Returns the function that ends the watch. */
  watch(path: string, isRecursive: boolean, listener: WatchListener): () => void {
    const place = this.#locate(path, true);
    if (place.inode === undefined) throw systemError('ENOENT');
    const heard = heardBy(this.#guard, listener);
    if (place.inode.kind === 'directory') return this.#shared.watchers.add({ directory: place.inode }, isRecursive, heard);
    return this.#shared.watchers.add({ directory: place.directory, name: place.name }, false, heard);
  }

  /** Creates a device file; the folder must exist. */
  makeDevice(path: string, device: Device): void {
    const [directory, name] = this.#newPlace(path);
    this.#attach(directory, name, this.#newFile(0o666, device));
  }

  #isDirectory(path: string): boolean {
    return this.#existing(path, true).kind === 'directory';
  }

  #existing(path: string, followLast: boolean): Inode {
    const place = this.#locate(path, followLast || path.endsWith('/'));
    if (place.inode === undefined) throw systemError('ENOENT');
    if (place.mustBeDirectory && place.inode.kind !== 'directory') throw systemError('ENOTDIR');
    return place.inode;
  }

  #newPlace(path: string): [DirectoryInode, string] {
    const place = this.#locate(path, false);
    if (place.inode !== undefined) throw systemError('EEXIST');
    return [place.directory, place.name];
  }

  #locate(path: string, followLast: boolean): Place {
    return walkPath(this.root, path, { followLast });
  }

  /** Locates the path of a mkdir; if recursive, stops at the first missing folder. */
  #locateForMkdir(path: string, isRecursive: boolean): Place {
    return walkPath(this.root, path, { followLast: false, stopAtMissing: isRecursive });
  }

  #createFile(place: Place, mode: number): FileInode {
    const inode = this.#newFile(mode & 0o7777, null);
    this.#attach(place.directory, place.name, inode);
    return inode;
  }

  #newFile(mode: number, device: Device | null): FileInode {
    const now = this.#shared.now();
    const number = this.#shared.nextInode++;
    return { kind: 'file', number, mode, content: new Uint8Array(0), size: 0, links: [], device, ...timesAt(now) };
  }

  #newDirectory(mode: number, name: string): DirectoryInode {
    return newDirectory(this.#shared.nextInode++, this.#shared.now(), mode, name);
  }

  #attach(directory: DirectoryInode, name: string, inode: Inode): void {
    if (directory.parent === null) throw systemError('ENOENT');
    this.#guard?.entry(directory, name);
    directory.children.set(name, inode);
    if (inode.kind === 'directory') {
      inode.parent = directory;
      inode.name = name;
    } else {
      if (inode.kind === 'file' && inode.links.length === 0) this.#shared.storage.hold(inode);
      inode.links.push({ directory, name });
      if (inode.kind === 'symlink') this.#noteSymlink(inode);
    }
    directory.modifiedAt = directory.changedAt = inode.changedAt = this.#shared.now();
    this.#shared.watchers.emit('rename', directory, name, inode);
  }

  #detach(directory: DirectoryInode, name: string, inode: Inode, isAnnounced = true): void {
    this.#guard?.entry(directory, name);
    directory.children.delete(name);
    directory.modifiedAt = directory.changedAt = inode.changedAt = this.#shared.now();
    if (isAnnounced) this.#shared.watchers.emit('rename', directory, name, inode, true);
    if (inode.kind === 'directory') inode.parent = null;
    else {
      inode.links = inode.links.filter((link) => link.directory !== directory || link.name !== name);
      if (inode.kind === 'file' && inode.links.length === 0) this.#shared.storage.release(inode);
      if (inode.kind === 'symlink') this.#noteSymlink(inode);
    }
  }

  #noteSymlink(inode: SymlinkInode): void {
    this.#shared.linkChanges += 1;
    if (inode.links.length > 0) this.#shared.symlinks.add(inode);
    else this.#shared.symlinks.delete(inode);
  }

  #removeBelow(inode: Inode): void {
    if (inode.kind !== 'directory') return;
    for (const [name, child] of [...inode.children]) {
      this.#removeBelow(child);
      this.#detach(inode, name, child);
    }
  }

  #changed(inode: FileInode): void {
    inode.modifiedAt = inode.changedAt = this.#shared.now();
    this.#tellChange(inode);
  }

  #tellChange(inode: Inode): void {
    if (inode.kind === 'directory') {
      if (inode.parent !== null && inode.parent !== inode) this.#shared.watchers.emit('change', inode.parent, inode.name, inode);
      return;
    }
    for (const link of inode.links) this.#shared.watchers.emit('change', link.directory, link.name, inode);
  }
}

function newDirectory(number: number, now: number, mode: number, name: string): DirectoryInode {
  return { kind: 'directory', number, mode: mode & 0o7777, children: new Map(), parent: null, name, ...timesAt(now) };
}

function timesAt(now: number) {
  return { accessedAt: now, modifiedAt: now, changedAt: now, createdAt: now };
}
