import type { DirectoryItem, FileStatus } from '../../../../abi/system-calls.ts';

const formatBits: Record<FileStatus['kind'], number> = {
  file: 0o100000,
  directory: 0o040000,
  symlink: 0o120000,
  pipe: 0o010000,
  terminal: 0o020000,
  socket: 0o140000,
};

const FORMAT_MASK = 0o170000;
const BLOCK_BYTES = 4096;

type Scalar = number | bigint;

/** `fs.Stats`. With `bigint: true` every number is one, and the times come in nanoseconds too. */
export class Stats {
  dev: Scalar;
  mode: Scalar;
  nlink: Scalar;
  uid: Scalar;
  gid: Scalar;
  rdev: Scalar;
  blksize: Scalar;
  ino: Scalar;
  size: Scalar;
  blocks: Scalar;
  atimeMs: Scalar;
  mtimeMs: Scalar;
  ctimeMs: Scalar;
  birthtimeMs: Scalar;
  declare atimeNs?: bigint;
  declare mtimeNs?: bigint;
  declare ctimeNs?: bigint;
  declare birthtimeNs?: bigint;

  constructor(status: FileStatus, isBig: boolean) {
    const scalar = (value: number): Scalar => (isBig ? BigInt(Math.trunc(value)) : value);
    this.dev = scalar(1);
    this.mode = scalar(formatBits[status.kind] | status.mode);
    this.nlink = scalar(status.linkCount);
    this.uid = scalar(1000);
    this.gid = scalar(1000);
    this.rdev = scalar(0);
    this.blksize = scalar(BLOCK_BYTES);
    this.ino = scalar(status.inode);
    this.size = scalar(status.size);
    this.blocks = scalar(Math.ceil(status.size / 512));
    this.atimeMs = scalar(status.accessedAt);
    this.mtimeMs = scalar(status.modifiedAt);
    this.ctimeMs = scalar(status.changedAt);
    this.birthtimeMs = scalar(status.createdAt);
    if (!isBig) return;
    const nanoseconds = (milliseconds: number) => BigInt(Math.round(milliseconds * 1e6));
    this.atimeNs = nanoseconds(status.accessedAt);
    this.mtimeNs = nanoseconds(status.modifiedAt);
    this.ctimeNs = nanoseconds(status.changedAt);
    this.birthtimeNs = nanoseconds(status.createdAt);
  }

  get atime(): Date {
    return new Date(Number(this.atimeMs));
  }
  get mtime(): Date {
    return new Date(Number(this.mtimeMs));
  }
  get ctime(): Date {
    return new Date(Number(this.ctimeMs));
  }
  get birthtime(): Date {
    return new Date(Number(this.birthtimeMs));
  }

  #is(kind: FileStatus['kind']): boolean {
    return (Number(this.mode) & FORMAT_MASK) === formatBits[kind];
  }
  isFile(): boolean {
    return this.#is('file');
  }
  isDirectory(): boolean {
    return this.#is('directory');
  }
  isSymbolicLink(): boolean {
    return this.#is('symlink');
  }
  isFIFO(): boolean {
    return this.#is('pipe');
  }
  isSocket(): boolean {
    return this.#is('socket');
  }
  isCharacterDevice(): boolean {
    return this.#is('terminal');
  }
  isBlockDevice(): boolean {
    return false;
  }
}

const itemKind = Symbol('type');

/** `fs.Dirent`. */
export class Dirent {
  readonly name: string | Uint8Array;
  readonly parentPath: string;
  readonly path: string;
  readonly [itemKind]: DirectoryItem['kind'];

  constructor(name: string | Uint8Array, parentPath: string, kind: DirectoryItem['kind']) {
    this.name = name;
    this.parentPath = parentPath;
    this.path = parentPath;
    this[itemKind] = kind;
  }
  isFile(): boolean {
    return this[itemKind] === 'file';
  }
  isDirectory(): boolean {
    return this[itemKind] === 'directory';
  }
  isSymbolicLink(): boolean {
    return this[itemKind] === 'symlink';
  }
  isFIFO(): boolean {
    return false;
  }
  isSocket(): boolean {
    return false;
  }
  isCharacterDevice(): boolean {
    return false;
  }
  isBlockDevice(): boolean {
    return false;
  }
}
