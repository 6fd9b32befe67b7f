import { nameOfCode, OpenMode, SqliteCode } from '../../../../sqlite/sqlite-codes.ts';
import { SqliteConnection, type SqliteFailure, type SqlValue } from '../../../../sqlite/sqlite-connection.ts';
import type { Pointer } from '../../../../sqlite/sqlite-exports.ts';
import type { SqliteLibrary } from '../../../../sqlite/sqlite-library.ts';
import { asBuffer } from '../../../base/buffer-class.ts';

const BUSY = 'This database connection is busy executing a query';

type ErrorClass = new (message: string, code: string) => Error;

/** The state shared by all databases of a process. */
export interface AddonState {
  library: SqliteLibrary;
  /** The `SqliteError` class that the package passes in. */
  SqliteError: ErrorClass | null;
  removeFile(path: string): void;
}

export function sqliteError({ SqliteError }: AddonState, { code, message }: SqliteFailure): Error {
  const name = nameOfCode(code) ?? `UNKNOWN_SQLITE_ERROR_${code}`;
  return SqliteError === null ? Object.assign(new Error(message), { code: name }) : new SqliteError(message, name);
}

export interface OpenRequest {
  path: string;
  isReadOnly: boolean;
  mustExist: boolean;
  timeout: number;
  log: ((sql: string) => void) | null;
  content: Uint8Array | null;
}

/** A connection and its current restrictions. */
export class DatabaseState {
  readonly connection: SqliteConnection;
  readonly log: ((sql: string) => void) | null;
  isOpen = true;
  isBusy = false;
  isUnsafe = false;
  hasExactIntegers = false;
  /** The number of statements whose rows are being iterated. */
  iterators = 0;
  readonly statements = new Set<{ handle: Pointer }>();
  readonly backups = new Set<{ end(): void }>();
  /** The error that a function of the program threw while SQLite ran. */
  #thrown: { error: unknown } | null = null;

  constructor(
    readonly addon: AddonState,
    request: OpenRequest,
  ) {
    const { READ_ONLY, READ_WRITE, CREATE } = OpenMode;
    const flags = request.isReadOnly ? READ_ONLY : request.mustExist ? READ_WRITE : READ_WRITE | CREATE;
    const opened = SqliteConnection.open(addon.library, request.path, flags);
    if (!(opened instanceof SqliteConnection)) throw sqliteError(addon, opened);
    this.connection = opened;
    this.log = request.log;
    const { exports } = addon.library;
    exports.sqlite3_extended_result_codes(opened.handle, 1);
    exports.sqlite3_busy_timeout(opened.handle, request.timeout);
    this.configure(true);
    if (request.content === null) return;
    const code = opened.deserialize(request.content, request.isReadOnly);
    if (code === SqliteCode.OK) return;
    opened.close();
    const message = code === SqliteCode.ERROR ? 'unable to deserialize database' : addon.library.readText(exports.sqlite3_errstr(code));
    throw sqliteError(addon, { code, message: message ?? '' });
  }

  /** Sets whether SQL is prevented from corrupting the file (`PRAGMA writable_schema`). */
  configure(isDefensive: boolean): void {
    const DEFENSIVE = 1010;
    this.addon.library.exports.sqlite3__wasm_db_config_ip(this.connection.handle, DEFENSIVE, isDefensive ? 1 : 0, 0);
  }

  requireOpen(): void {
    if (!this.isOpen) throw new TypeError('The database connection is not open');
  }

  requireIdle(): void {
    if (this.isBusy) throw new TypeError(BUSY);
  }

  requireNoIterators(isAllowedUnsafely = false): void {
    if (this.iterators > 0 && !(isAllowedUnsafely && this.isUnsafe)) throw new TypeError(BUSY);
  }

  /** Checks that an operation on the whole database is allowed. */
  requireFree(): void {
    this.requireOpen();
    this.requireIdle();
    this.requireNoIterators();
  }

  note(error: unknown): void {
    this.#thrown ??= { error };
  }

  /** Returns the error of the last SQLite call. */
  failure(): unknown {
    const thrown = this.#thrown;
    this.#thrown = null;
    return thrown === null ? sqliteError(this.addon, this.connection.failure()) : thrown.error;
  }

  /** Runs work during which nothing else may use the connection. */
  busy<Result>(work: () => Result): Result {
    this.isBusy = true;
    try {
      return work();
    } finally {
      this.isBusy = false;
    }
  }

  /** Converts blobs to Buffers. */
  shape(value: SqlValue): unknown {
    return value instanceof Uint8Array ? asBuffer(value) : value;
  }

  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    for (const backup of this.backups) backup.end();
    this.connection.close();
  }
}
