import { systemError } from '../../abi/error-codes.ts';
import { type FileStatus, OpenFlag } from '../../abi/system-calls.ts';
import type { FileSystem } from '../files/file-system.ts';
import { type DirectoryInode, type FileInode, statusOf } from '../files/inode.ts';
import { FileLocks, LockLevel } from './file-locks.ts';
import type { Answer, Caller } from './wait-list.ts';

/** The object that descriptors refer to. Several descriptors, of several processes, may share one (`duplicate`, `spawn`). */
export abstract class OpenFile {
  /** The number of descriptors that refer to it. */
  #references = 0;

  abstract status(): FileStatus;

  read(_caller: Caller, _length: number, _position: number | null): Answer<Uint8Array> {
    throw systemError('EBADF');
  }

  write(_caller: Caller, _data: Uint8Array, _position: number | null): Answer<number> {
    throw systemError('EBADF');
  }

  truncate(_length: number): void {
    throw systemError('EINVAL');
  }

  /** Acquires or releases a lock; see file-locks.ts. */
  lock(_level: number): number {
    throw systemError('EINVAL');
  }

  /** Returns whether another holder is about to write. */
  isLocked(): boolean {
    throw systemError('EINVAL');
  }

  hold(): void {
    this.#references += 1;
  }

  drop(): void {
    this.#references -= 1;
    if (this.#references === 0) this.release();
  }

  /** Called when the last descriptor has been closed. */
  protected release(): void {}
}

export class OpenDirectory extends OpenFile {
  readonly inode: DirectoryInode;

  constructor(inode: DirectoryInode) {
    super();
    this.inode = inode;
  }

  override status(): FileStatus {
    return statusOf(this.inode);
  }

  override read(): never {
    throw systemError('EISDIR');
  }
}

const locksOf = new WeakMap<FileInode, FileLocks>();

export class OpenRegularFile extends OpenFile {
  readonly inode: FileInode;
  readonly #flags: number;
  readonly #fileSystem: FileSystem;
  #offset = 0;

  constructor(fileSystem: FileSystem, inode: FileInode, flags: number) {
    super();
    this.inode = inode;
    this.#flags = flags;
    this.#fileSystem = fileSystem;
  }

  override status(): FileStatus {
    return this.#fileSystem.status(this.inode);
  }

  override read(_caller: Caller, length: number, position: number | null): Uint8Array {
    if ((this.#flags & 3) === OpenFlag.WRITE_ONLY) throw systemError('EBADF');
    const from = position ?? this.#offset;
    const data = this.#fileSystem.readAt(this.inode, from, length);
    if (position === null) this.#offset = from + data.byteLength;
    return data;
  }

  override write(_caller: Caller, data: Uint8Array, position: number | null): number {
    if ((this.#flags & 3) === OpenFlag.READ_ONLY) throw systemError('EBADF');
    const isAppend = (this.#flags & OpenFlag.APPEND) !== 0;
    const at = isAppend ? this.inode.size : (position ?? this.#offset);
    this.#fileSystem.writeAt(this.inode, data, at);
    if (position === null) this.#offset = at + data.byteLength;
    return data.byteLength;
  }

  override truncate(length: number): void {
    if ((this.#flags & 3) === OpenFlag.READ_ONLY) throw systemError('EINVAL');
    this.#fileSystem.truncate(this.inode, length);
  }

  override lock(level: number): number {
    let locks = locksOf.get(this.inode);
    if (locks === undefined) {
      locks = new FileLocks();
      locksOf.set(this.inode, locks);
    }
    return locks.change(this, level);
  }

  override isLocked(): boolean {
    return locksOf.get(this.inode)?.hasOtherWriter(this) ?? false;
  }

  protected override release(): void {
    locksOf.get(this.inode)?.change(this, LockLevel.NONE);
  }
}

/** `/dev/null`, `/dev/zero`, `/dev/urandom`. */
export class OpenDevice extends OpenFile {
  readonly #inode: FileInode;

  constructor(inode: FileInode) {
    super();
    this.#inode = inode;
  }

  override status(): FileStatus {
    return statusOf(this.#inode);
  }

  override read(_caller: Caller, length: number): Uint8Array {
    if (this.#inode.device === 'null') return new Uint8Array(0);
    // getRandomValues returns at most 65 536 bytes per call.
    const data = new Uint8Array(Math.min(length, 65_536));
    return this.#inode.device === 'random' ? crypto.getRandomValues(data) : data;
  }

  override write(_caller: Caller, data: Uint8Array): number {
    return data.byteLength;
  }

  override truncate(): void {}
}
