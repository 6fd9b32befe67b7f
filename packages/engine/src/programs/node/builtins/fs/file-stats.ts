import type { DirectoryItem, FileStatus } from '../../../../abi/system-calls.ts';

const formatBits: Record<FileStatus['kind'], number> = {
  file: 0o100000,
  directory: 0o040000,
  symlink: 0o120000,
  pipe: 0o010000,
  terminal: 0o020000,
  console: 0o020000,
  socket: 0o140000,
};

const FORMAT_MASK = 0o170000;
const BLOCK_BYTES = 4096;

type Scalar = number | bigint;

/** The result of `fs.stat`. With `bigint: true` all numbers are bigints, and times are also given in nanoseconds. */
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
  set atime(value: unknown) {
    replace(this, 'atime', value);
  }
  get mtime(): Date {
    return new Date(Number(this.mtimeMs));
  }
  set mtime(value: unknown) {
    replace(this, 'mtime', value);
  }
  get ctime(): Date {
    return new Date(Number(this.ctimeMs));
  }
  set ctime(value: unknown) {
    replace(this, 'ctime', value);
  }
  get birthtime(): Date {
    return new Date(Number(this.birthtimeMs));
  }
  set birthtime(value: unknown) {
    replace(this, 'birthtime', value);
  }

  isFile(): boolean {
    return isKind(this, 'file');
  }
  isDirectory(): boolean {
    return isKind(this, 'directory');
  }
  isSymbolicLink(): boolean {
    return isKind(this, 'symlink');
  }
  isFIFO(): boolean {
    return isKind(this, 'pipe');
  }
  isSocket(): boolean {
    return isKind(this, 'socket');
  }
  isCharacterDevice(): boolean {
    return isKind(this, 'terminal') || isKind(this, 'console');
  }
  isBlockDevice(): boolean {
    return false;
  }
}

/** Not a private method, so that `new fs.Stats()` and objects made from its prototype support the kind checks too (used by ts-node). */
function isKind(stats: Stats, kind: FileStatus['kind']): boolean {
  return (Number(stats.mode) & FORMAT_MASK) === formatBits[kind];
}

/** Replaces a lazy date with a plain property; programs may assign any value. */
function replace(stats: Stats, name: string, value: unknown): void {
  Object.defineProperty(stats, name, { value, writable: true, configurable: true, enumerable: true });
}

class BigIntStats extends Stats {}

export function statsOf(status: FileStatus, isBig: boolean): Stats {
  return isBig ? new BigIntStats(status, true) : new Stats(status, false);
}

/** Creates `fs.Stats`, which is deprecated to call, and restores the class names that minification removes. */
export function createStatsConstructor(warn: () => void): unknown {
  function StatsConstructor(...fields: number[]): Stats {
    warn();
    const names = ['dev', 'mode', 'nlink', 'uid', 'gid', 'rdev', 'blksize', 'ino', 'size', 'blocks'];
    names.push('atimeMs', 'mtimeMs', 'ctimeMs', 'birthtimeMs');
    return Object.assign(Object.create(Stats.prototype), Object.fromEntries(names.map((name, index) => [name, fields[index]])));
  }
  StatsConstructor.prototype = Stats.prototype;
  for (const [target, name] of [
    [StatsConstructor, 'Stats'],
    [BigIntStats, 'BigIntStats'],
  ] as const)
    Object.defineProperty(target, 'name', { value: name, configurable: true });
  Object.defineProperty(Stats.prototype, 'constructor', { value: StatsConstructor, writable: true, configurable: true });
  return StatsConstructor;
}

/** The result of `fs.statfs`, for a single file system in memory. */
export class StatFs {
  readonly type: Scalar;
  readonly bsize: Scalar;
  readonly blocks: Scalar;
  readonly bfree: Scalar;
  readonly bavail: Scalar;
  readonly files: Scalar;
  readonly ffree: Scalar;

  constructor(isBig: boolean) {
    const scalar = (value: number): Scalar => (isBig ? BigInt(value) : value);
    this.type = scalar(0x01021994);
    this.bsize = scalar(BLOCK_BYTES);
    this.blocks = scalar(524_288);
    this.bfree = scalar(262_144);
    this.bavail = scalar(262_144);
    this.files = scalar(1_000_000);
    this.ffree = scalar(900_000);
  }
}

const itemKind = Symbol('type');

/** Node's `fs.Dirent`. */
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
