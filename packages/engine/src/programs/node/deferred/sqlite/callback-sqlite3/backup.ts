import { OpenMode, SqliteCode } from '../../../../sqlite/sqlite-codes.ts';
import { SqliteConnection } from '../../../../sqlite/sqlite-connection.ts';
import type { Pointer } from '../../../../sqlite/sqlite-exports.ts';
import { Database } from './database.ts';
import { type Callback, misuse, splitCallback, sqliteError, tell } from './work-queue.ts';

const LOCKED = 6;

/** The sqlite3 package's native `Backup`. */
export class Backup {
  readonly #database: Database;
  #other: SqliteConnection | null = null;
  #handle: Pointer = 0;
  completed = false;
  failed = false;
  remaining = -1;
  pageCount = -1;
  retryErrors: number[] = [];

  constructor(...[database, path, targetName, sourceName, isPathTarget, done]: unknown[]) {
    if (!(database instanceof Database)) throw new TypeError('Database object expected');
    this.#database = database;
    const callback = typeof done === 'function' ? (done as Callback) : null;
    database.schedule(callback, (connection) => {
      const isTarget = isPathTarget === true;
      const flags = isTarget ? OpenMode.READ_WRITE | OpenMode.CREATE : OpenMode.READ_ONLY;
      const other = SqliteConnection.open(connection.library, String(path), flags);
      if (!(other instanceof SqliteConnection)) {
        this.failed = true;
        tell(this, callback, sqliteError(other));
        return;
      }
      const [target, source] = isTarget ? [other, connection] : [connection, other];
      const { library } = connection;
      this.#other = other;
      this.#handle = library.withText(String(targetName), (to) =>
        library.withText(String(sourceName), (from) => library.exports.sqlite3_backup_init(target.handle, to, source.handle, from)),
      );
      this.failed = this.#handle === 0;
      tell(this, callback, this.failed ? sqliteError(target.failure()) : null);
    });
  }

  get idle(): boolean {
    return this.completed || this.failed;
  }

  step(pages: unknown, ...args: unknown[]): this {
    const { done } = splitCallback(args);
    this.#database.schedule(done, ({ library }) => {
      if (this.#handle === 0) {
        tell(this, done, misuse('Backup is already finished'));
        return;
      }
      const { exports } = library;
      const code = exports.sqlite3_backup_step(this.#handle, Number(pages));
      const base = code & 0xff;
      this.remaining = exports.sqlite3_backup_remaining(this.#handle);
      this.pageCount = exports.sqlite3_backup_pagecount(this.#handle);
      this.completed = code === SqliteCode.DONE;
      const mayContinue = (base === SqliteCode.BUSY || base === LOCKED) && this.retryErrors.includes(base);
      if (code === SqliteCode.OK || this.completed || mayContinue) {
        if (this.completed) this.#end();
        tell(this, done, null, this.completed);
        return;
      }
      this.failed = true;
      const message = library.readText(exports.sqlite3_errstr(code)) ?? '';
      this.#end();
      tell(this, done, sqliteError({ code, message }));
    });
    return this;
  }

  #end(): void {
    this.#other?.library.exports.sqlite3_backup_finish(this.#handle);
    this.#handle = 0;
    this.#other?.close();
    this.#other = null;
  }

  finish(...args: unknown[]): this {
    const { done } = splitCallback(args);
    this.#database.schedule(done, () => {
      this.#end();
      done?.call(this);
    });
    return this;
  }
}
