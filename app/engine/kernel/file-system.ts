import { systemError } from './error-codes.ts';
import type { Device, DirectoryInode, FileInode, Inode } from './inode.ts';
import { pathOf, statusOf } from './inode.ts';
import { defaultKernelLimits, type KernelLimits } from './limits.ts';
import { Storage } from './storage.ts';
import { type DirectoryItem, type FileStatus, OpenFlag } from './system-calls.ts';
import { Watchers, type WatchListener } from './watchers.ts';

const MAX_SYMLINKS = 40;
const MAX_NAME_LENGTH = 255;

/** Where a path leads: an entry of a folder, which may not exist yet. */
interface Place {
  directory: DirectoryInode;
  name: string;
  inode: Inode | undefined;
  /** The path ended in a slash. */
  mustBeDirectory: boolean;
}

export interface FileSystemOptions {
  /** Milliseconds since the epoch. */
  now(): number;
  limits?: KernelLimits;
}

/**
 * The kernel's files, in memory: inodes, names, symbolic and hard links, modes, times, watches. Paths are absolute.
 * Byte arrays given to it become its own; those it hands out are views that the next change may alter.
 */
export class FileSystem {
  readonly root: DirectoryInode;
  readonly #now: () => number;
  readonly #storage: Storage;
  readonly #watchers = new Watchers();
  #nextInode = 1;

  constructor({ now, limits = defaultKernelLimits }: FileSystemOptions) {
    this.#now = now;
    this.#storage = new Storage(limits);
    this.root = this.#newDirectory(0o755, '');
    this.root.parent = this.root;
  }

  stat(path: string): FileStatus {
    return statusOf(this.#existing(path, true));
  }

  lstat(path: string): FileStatus {
    return statusOf(this.#existing(path, false));
  }

  exists(path: string): boolean {
    try {
      this.#existing(path, true);
      return true;
    } catch {
      return false;
    }
  }

  /** The inode that `open(2)` would give a descriptor for. */
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
    if ((flags & OpenFlag.TRUNCATE) !== 0 && (flags & 3) !== OpenFlag.READ_ONLY && inode.device === null) this.truncate(inode, 0);
    return inode;
  }

  readFile(path: string): Uint8Array {
    const inode = this.#existing(path, true);
    if (inode.kind !== 'file') throw systemError('EISDIR');
    return inode.content.subarray(0, inode.size);
  }

  writeFile(path: string, data: Uint8Array, flags: number = OpenFlag.CREATE | OpenFlag.TRUNCATE, mode = 0o644): void {
    const isAppend = (flags & OpenFlag.APPEND) !== 0;
    // Truncation is part of the replacement below: one change event, not two.
    const inode = this.open(path, (flags & ~OpenFlag.TRUNCATE & ~3) | OpenFlag.WRITE_ONLY, mode);
    if (inode.kind !== 'file') throw systemError('EISDIR');
    if (inode.device !== null) return;
    if (isAppend) {
      this.writeAt(inode, data, inode.size);
      return;
    }
    this.#storage.replace(inode, data);
    this.#changed(inode);
  }

  writeAt(inode: FileInode, data: Uint8Array, position: number): void {
    this.#storage.write(inode, data, position);
    this.#changed(inode);
  }

  truncate(inode: FileInode, length: number): void {
    this.#storage.resize(inode, length);
    this.#changed(inode);
  }

  readdir(path: string): DirectoryItem[] {
    const inode = this.#existing(path, true);
    if (inode.kind !== 'directory') throw systemError('ENOTDIR');
    // Sorted as libuv's scandir does; programs have come to rely on it.
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
    if (target.inode !== undefined) this.#detach(target.directory, target.name, target.inode, false);
    this.#detach(source.directory, source.name, inode);
    this.#attach(target.directory, target.name, inode);
  }

  link(existing: string, path: string): void {
    const inode = this.#existing(existing, false);
    if (inode.kind === 'directory') throw systemError('EPERM');
    this.#attach(...this.#newPlace(path), inode);
  }

  symlink(target: string, path: string): void {
    const now = this.#now();
    const number = this.#nextInode++;
    this.#attach(...this.#newPlace(path), {
      kind: 'symlink',
      number,
      target,
      mode: 0o777,
      links: [],
      accessedAt: now,
      modifiedAt: now,
      changedAt: now,
      createdAt: now,
    });
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
    inode.mode = mode & 0o7777;
    inode.changedAt = this.#now();
    this.#tellChange(inode);
  }

  utimes(path: string, accessedAt: number, modifiedAt: number): void {
    const inode = this.#existing(path, true);
    inode.accessedAt = accessedAt;
    inode.modifiedAt = modifiedAt;
    inode.changedAt = this.#now();
    this.#tellChange(inode);
  }

  /** Returns the function that ends the watch. */
  watch(path: string, isRecursive: boolean, listener: WatchListener): () => void {
    const place = this.#locate(path, true);
    if (place.inode === undefined) throw systemError('ENOENT');
    if (place.inode.kind === 'directory') return this.#watchers.add({ directory: place.inode }, isRecursive, listener);
    return this.#watchers.add({ directory: place.directory, name: place.name }, false, listener);
  }

  /** Puts a device file there (the folder must stand). */
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
    return this.#walk(path, followLast, false);
  }

  /** For a recursive mkdir: stops at the first folder that is missing. */
  #locateForMkdir(path: string, isRecursive: boolean): Place {
    return this.#walk(path, false, isRecursive);
  }

  #walk(path: string, followLast: boolean, stopAtMissing: boolean): Place {
    if (!path.startsWith('/') || path.includes('\0')) throw systemError(path.startsWith('/') ? 'EINVAL' : 'ENOENT');
    const mustBeDirectory = path.length > 1 && path.endsWith('/');
    const pending = path.split('/').reverse();
    let directory = this.root;
    let linksFollowed = 0;
    for (;;) {
      const name = pending.pop();
      if (name === undefined) return { directory: directory.parent ?? directory, name: directory.name, inode: directory, mustBeDirectory };
      if (name === '' || name === '.') continue;
      if (name === '..') {
        directory = directory.parent ?? directory;
        continue;
      }
      if (name.length > MAX_NAME_LENGTH) throw systemError('ENAMETOOLONG');
      const inode = directory.children.get(name);
      const isLast = !pending.some((rest) => rest !== '' && rest !== '.');
      if (inode?.kind === 'symlink' && (!isLast || followLast)) {
        if (++linksFollowed > MAX_SYMLINKS) throw systemError('ELOOP');
        if (inode.target.startsWith('/')) directory = this.root;
        for (const part of inode.target.split('/').reverse()) pending.push(part);
        continue;
      }
      if (isLast || (stopAtMissing && inode === undefined)) return { directory, name, inode, mustBeDirectory };
      if (inode === undefined) throw systemError('ENOENT');
      if (inode.kind !== 'directory') throw systemError('ENOTDIR');
      directory = inode;
    }
  }

  #createFile(place: Place, mode: number): FileInode {
    const inode = this.#newFile(mode & 0o7777, null);
    this.#attach(place.directory, place.name, inode);
    return inode;
  }

  #newFile(mode: number, device: Device | null): FileInode {
    const now = this.#now();
    const number = this.#nextInode++;
    const times = { accessedAt: now, modifiedAt: now, changedAt: now, createdAt: now };
    return { kind: 'file', number, mode, content: new Uint8Array(0), size: 0, links: [], device, ...times };
  }

  #newDirectory(mode: number, name: string): DirectoryInode {
    const now = this.#now();
    const number = this.#nextInode++;
    const times = { accessedAt: now, modifiedAt: now, changedAt: now, createdAt: now };
    return { kind: 'directory', number, mode: mode & 0o7777, children: new Map(), parent: null, name, ...times };
  }

  #attach(directory: DirectoryInode, name: string, inode: Inode): void {
    if (directory.parent === null) throw systemError('ENOENT');
    directory.children.set(name, inode);
    if (inode.kind === 'directory') {
      inode.parent = directory;
      inode.name = name;
    } else {
      if (inode.kind === 'file' && inode.links.length === 0) this.#storage.hold(inode);
      inode.links.push({ directory, name });
    }
    directory.modifiedAt = directory.changedAt = inode.changedAt = this.#now();
    this.#watchers.emit('rename', directory, name, inode);
  }

  #detach(directory: DirectoryInode, name: string, inode: Inode, isAnnounced = true): void {
    directory.children.delete(name);
    directory.modifiedAt = directory.changedAt = inode.changedAt = this.#now();
    if (isAnnounced) this.#watchers.emit('rename', directory, name, inode, true);
    if (inode.kind === 'directory') inode.parent = null;
    else {
      inode.links = inode.links.filter((link) => link.directory !== directory || link.name !== name);
      if (inode.kind === 'file' && inode.links.length === 0) this.#storage.release(inode);
    }
  }

  #removeBelow(inode: Inode): void {
    if (inode.kind !== 'directory') return;
    for (const [name, child] of [...inode.children]) {
      this.#removeBelow(child);
      this.#detach(inode, name, child);
    }
  }

  #changed(inode: FileInode): void {
    inode.modifiedAt = inode.changedAt = this.#now();
    this.#tellChange(inode);
  }

  #tellChange(inode: Inode): void {
    if (inode.kind === 'directory') {
      if (inode.parent !== null && inode.parent !== inode) this.#watchers.emit('change', inode.parent, inode.name, inode);
      return;
    }
    for (const link of inode.links) this.#watchers.emit('change', link.directory, link.name, inode);
  }
}
