import { OpenMode, SqliteCode } from '../../../../sqlite/sqlite-codes.ts';
import { SqliteConnection } from '../../../../sqlite/sqlite-connection.ts';
import type { Pointer } from '../../../../sqlite/sqlite-exports.ts';
import { type DatabaseState, sqliteError } from './database-state.ts';
import { KEY } from './statement.ts';

interface BackupRequest {
  key: symbol;
  database: DatabaseState;
  shown: object;
  attachedName: string;
  path: string;
  isNew: boolean;
}

/** better-sqlite3's `Backup`, which copies a few pages at a time to a file. */
export class Backup {
  readonly #database: DatabaseState;
  readonly #target: SqliteConnection;
  readonly #handle: Pointer;
  readonly #path: string;
  #isAlive = true;
  #isUnfinished: boolean;

  constructor(request?: BackupRequest) {
    if (request?.key !== KEY) throw new TypeError('Disabled constructor');
    const { database, path } = request;
    const { addon } = database;
    database.requireOpen();
    database.requireIdle();
    const target = SqliteConnection.open(addon.library, path, OpenMode.READ_WRITE | OpenMode.CREATE);
    if (!(target instanceof SqliteConnection)) throw sqliteError(addon, target);
    const { exports } = addon.library;
    exports.sqlite3_extended_result_codes(target.handle, 1);
    const main = addon.library.copyText('main').at;
    const handle = addon.library.withText(request.attachedName, (name) =>
      exports.sqlite3_backup_init(target.handle, main, database.connection.handle, name),
    );
    exports.free(main);
    if (handle === 0) {
      const failure = target.failure();
      target.close();
      throw sqliteError(addon, failure);
    }
    this.#database = database;
    this.#target = target;
    this.#handle = handle;
    this.#path = path;
    this.#isUnfinished = request.isNew;
    database.backups.add(this);
    Object.defineProperty(this, 'database', { value: request.shown, enumerable: true });
  }

  transfer(pages: number): { totalPages: number; remainingPages: number } {
    this.#database.requireOpen();
    const { addon } = this.#database;
    const { exports } = addon.library;
    const code = exports.sqlite3_backup_step(this.#handle, pages) & 0xff;
    if (code !== SqliteCode.OK && code !== SqliteCode.DONE && code !== SqliteCode.BUSY)
      throw sqliteError(addon, { code, message: addon.library.readText(exports.sqlite3_errstr(code)) ?? '' });
    if (code === SqliteCode.DONE) this.#isUnfinished = false;
    return {
      totalPages: exports.sqlite3_backup_pagecount(this.#handle),
      remainingPages: exports.sqlite3_backup_remaining(this.#handle),
    };
  }

  close(): this {
    this.end();
    return this;
  }

  end(): void {
    if (!this.#isAlive) return;
    this.#isAlive = false;
    this.#database.backups.delete(this);
    this.#database.addon.library.exports.sqlite3_backup_finish(this.#handle);
    this.#target.close();
    if (this.#isUnfinished) this.#database.addon.removeFile(this.#path);
  }
}
