import { OpenFlag, type SystemCalls } from '../../abi/system-calls.ts';
import { OpenMode, SqliteCode } from './sqlite-codes.ts';
import type { Pointer } from './sqlite-exports.ts';
import type { SqliteLibrary } from './sqlite-library.ts';

/** The library's process and file system. */
export interface SqliteFileHost {
  system: SystemCalls;
  resolvePath(path: string): string;
}

interface File {
  descriptor: number;
  path: string;
  level: number;
  isDeletedOnClose: boolean;
  /** The header claims a write-ahead log, which is empty: see `hideEmptyLog`. */
  hasHiddenLog: boolean | null;
}

const MOST_PATH_BYTES = 4096;
/** The size of our part of C's `sqlite3_file`: only the address of its methods. */
const FILE_BYTES = 4;
const ACCESS_EXISTS = 0;
/** The header bytes that describe how a database is written and read: 2 means a write-ahead log. */
const LOG_MARKS = [18, 19] as const;

/** Blocks the thread, like a system call. */
function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/**
 * Implements SQLite's `sqlite3_vfs` with the engine's files. The kernel provides locks between processes. Processes share no memory, so
 * `journal_mode = WAL` stays `delete`, and a database with an (empty) log is opened as one without.
 */
export class SqliteFiles {
  readonly #files = new Map<Pointer, File>();
  readonly #random = crypto.getRandomValues.bind(crypto);

  constructor(
    private readonly library: SqliteLibrary,
    private readonly host: SqliteFileHost,
  ) {
    const name = library.copyText('engine').at;
    const methods = this.#writeStructure([1, ...this.#fileMethods()]);
    const vfs = this.#writeStructure([2, FILE_BYTES, MOST_PATH_BYTES, 0, name, 0, ...this.#systemMethods(methods), 0, 0, 0]);
    library.exports.sqlite3_vfs_register(vfs, 1);
  }

  #writeStructure(fields: readonly number[]): Pointer {
    const at = this.library.allocate(fields.length * 4);
    for (const [index, field] of fields.entries()) this.library.writeInt(at + index * 4, field);
    return at;
  }

  /** Returns `sqlite3_io_methods` in C's order. */
  #fileMethods(): Pointer[] {
    const { library } = this;
    const guarded = (failure: number, work: (file: File) => number) => (at: Pointer) => {
      const file = this.#files.get(at);
      if (file === undefined) return SqliteCode.IOERR;
      try {
        return work(file);
      } catch {
        return failure;
      }
    };
    return [
      library.addFunction('ii', (at: Pointer) => this.#close(at)),
      library.addFunction('iiiij', (at: Pointer, to: Pointer, size: number, offset: bigint) =>
        guarded(SqliteCode.IOERR_READ, (file) => this.#read(file, to, size, Number(offset)))(at),
      ),
      library.addFunction('iiiij', (at: Pointer, from: Pointer, size: number, offset: bigint) =>
        guarded(SqliteCode.IOERR_WRITE, (file) => this.#write(file, from, size, Number(offset)))(at),
      ),
      library.addFunction('iij', (at: Pointer, size: bigint) =>
        guarded(SqliteCode.IOERR_TRUNCATE, ({ descriptor }) => {
          this.host.system.sync('ftruncate', descriptor, Number(size));
          return SqliteCode.OK;
        })(at),
      ),
      library.addFunction('iii', () => SqliteCode.OK),
      library.addFunction('iii', (at: Pointer, to: Pointer) =>
        guarded(SqliteCode.IOERR_FSTAT, ({ descriptor }) => {
          library.view.setBigInt64(to, BigInt(this.host.system.sync('fstat', descriptor).size), true);
          return SqliteCode.OK;
        })(at),
      ),
      library.addFunction('iii', (at: Pointer, level: number) => guarded(SqliteCode.IOERR_LOCK, (file) => this.#lock(file, level))(at)),
      library.addFunction('iii', (at: Pointer, level: number) => guarded(SqliteCode.IOERR_LOCK, (file) => this.#unlock(file, level))(at)),
      library.addFunction('iii', (at: Pointer, to: Pointer) =>
        guarded(SqliteCode.IOERR_LOCK, (file) => {
          library.writeInt(to, this.host.system.sync('isLocked', file.descriptor) ? 1 : 0);
          return SqliteCode.OK;
        })(at),
      ),
      library.addFunction('iiii', () => SqliteCode.NOTFOUND),
      library.addFunction('ii', () => 4096),
      library.addFunction('ii', () => 0),
    ];
  }

  /** Writes the methods from `xOpen` on. */
  #systemMethods(methods: Pointer): Pointer[] {
    const { library } = this;
    return [
      library.addFunction('iiiiii', (_vfs: Pointer, name: Pointer, at: Pointer, flags: number, to: Pointer) =>
        this.#open({ name, at, flags, to, methods }),
      ),
      library.addFunction('iiii', (_vfs: Pointer, name: Pointer) => this.#delete(library.readText(name) ?? '')),
      library.addFunction('iiiii', (_vfs: Pointer, name: Pointer, flags: number, to: Pointer) => {
        library.writeInt(to, this.#isThere(library.readText(name) ?? '', flags) ? 1 : 0);
        return SqliteCode.OK;
      }),
      library.addFunction('iiiii', (_vfs: Pointer, name: Pointer, room: number, to: Pointer) => {
        const path = new TextEncoder().encode(this.host.resolvePath(library.readText(name) ?? ''));
        if (path.length + 1 > room) return SqliteCode.CANTOPEN;
        library.bytes.set(path, to);
        library.bytes[to + path.length] = 0;
        return SqliteCode.OK;
      }),
      // Shared libraries are not supported.
      ...[0, 0, 0, 0],
      library.addFunction('iiii', (_vfs: Pointer, size: number, to: Pointer) => {
        library.bytes.set(this.#random(new Uint8Array(size)), to);
        return size;
      }),
      library.addFunction('iii', (_vfs: Pointer, microseconds: number) => {
        sleep(Math.max(1, microseconds / 1000));
        return microseconds;
      }),
      0,
      library.addFunction('iiii', () => 0),
      library.addFunction('iii', (_vfs: Pointer, to: Pointer) => {
        // Julian days, in milliseconds.
        library.view.setBigInt64(to, BigInt(Date.now()) + 210_866_760_000_000n, true);
        return SqliteCode.OK;
      }),
    ];
  }

  #open({ name, at, flags, to, methods }: { name: Pointer; at: Pointer; flags: number; to: Pointer; methods: Pointer }): number {
    const { library } = this;
    // A file that failed to open must have no methods, so that it is not closed.
    library.writeInt(at, 0);
    const path = library.readText(name) ?? `/tmp/.sqlite-${crypto.randomUUID()}`;
    let isReadOnly = (flags & OpenMode.READ_ONLY) !== 0;
    let descriptor = isReadOnly ? null : this.#openFile(path, flags);
    if (descriptor === null) {
      isReadOnly = true;
      descriptor = (flags & OpenMode.EXCLUSIVE) === 0 ? this.#openFile(path, OpenMode.READ_ONLY) : null;
    }
    if (descriptor === null) return SqliteCode.CANTOPEN;
    const isDatabase = (flags & OpenMode.MAIN_DATABASE) !== 0;
    const isDeletedOnClose = (flags & OpenMode.DELETE_ON_CLOSE) !== 0;
    this.#files.set(at, { descriptor, path, level: 0, isDeletedOnClose, hasHiddenLog: isDatabase ? null : false });
    if (to !== 0) library.writeInt(to, isReadOnly ? (flags & ~(OpenMode.READ_WRITE | OpenMode.CREATE)) | OpenMode.READ_ONLY : flags);
    library.writeInt(at, methods);
    return SqliteCode.OK;
  }

  #openFile(path: string, flags: number): number | null {
    let mode: number = (flags & OpenMode.READ_WRITE) === 0 ? OpenFlag.READ_ONLY : OpenFlag.READ_WRITE;
    if ((flags & OpenMode.CREATE) !== 0) mode |= OpenFlag.CREATE;
    if ((flags & OpenMode.EXCLUSIVE) !== 0) mode |= OpenFlag.EXCLUSIVE;
    const { system } = this.host;
    try {
      const descriptor = system.sync('open', path, mode, 0o644);
      if (system.sync('fstat', descriptor).kind === 'file') return descriptor;
      system.sync('close', descriptor);
      return null;
    } catch {
      return null;
    }
  }

  #close(at: Pointer): number {
    const file = this.#files.get(at);
    this.#files.delete(at);
    if (file === undefined) return SqliteCode.OK;
    this.host.system.sync('close', file.descriptor);
    if (file.isDeletedOnClose) this.#delete(file.path);
    return SqliteCode.OK;
  }

  #read(file: File, to: Pointer, size: number, offset: number): number {
    const { bytes } = this.library;
    const data = this.host.system.sync('read', file.descriptor, size, offset);
    bytes.set(data, to);
    if (offset <= LOG_MARKS[0] && offset + data.length > LOG_MARKS[1]) this.#hideEmptyLog(file, to - offset);
    if (data.length === size) return SqliteCode.OK;
    bytes.fill(0, to + data.length, to + size);
    return SqliteCode.IOERR_SHORT_READ;
  }

  /** A database in WAL mode cannot be opened without shared memory; with an empty log it is equivalent to one in the other mode. */
  #hideEmptyLog(file: File, header: Pointer): void {
    const { bytes } = this.library;
    if (!LOG_MARKS.every((mark) => bytes[header + mark] === 2)) return;
    file.hasHiddenLog ??= !this.#isThere(`${file.path}-wal`, ACCESS_EXISTS);
    if (file.hasHiddenLog) for (const mark of LOG_MARKS) bytes[header + mark] = 1;
  }

  #write(file: File, from: Pointer, size: number, offset: number): number {
    const data = this.library.readBytes(from, size);
    try {
      return this.host.system.sync('write', file.descriptor, data, offset) === size ? SqliteCode.OK : SqliteCode.FULL;
    } catch (error) {
      if (error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EFBIG')) return SqliteCode.FULL;
      throw error;
    }
  }

  #lock(file: File, level: number): number {
    if (file.level >= level) return SqliteCode.OK;
    file.level = this.host.system.sync('lockFile', file.descriptor, level);
    return file.level >= level ? SqliteCode.OK : SqliteCode.BUSY;
  }

  #unlock(file: File, level: number): number {
    if (file.level <= level) return SqliteCode.OK;
    file.level = this.host.system.sync('lockFile', file.descriptor, level);
    return SqliteCode.OK;
  }

  #delete(path: string): number {
    try {
      this.host.system.sync('unlink', path);
      return SqliteCode.OK;
    } catch (error) {
      const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      return isGone ? SqliteCode.IOERR_DELETE_NOENT : SqliteCode.IOERR_DELETE;
    }
  }

  #isThere(path: string, flags: number): boolean {
    try {
      const status = this.host.system.sync('stat', path);
      // As on Unix, an empty journal counts as missing.
      return flags !== ACCESS_EXISTS || status.kind !== 'file' || status.size > 0;
    } catch {
      return false;
    }
  }
}
