import { SqliteCode } from '../../../../sqlite/sqlite-codes.ts';
import type { SqliteConnection } from '../../../../sqlite/sqlite-connection.ts';
import type { Pointer } from '../../../../sqlite/sqlite-exports.ts';
import { asBuffer } from '../../../base/buffer-class.ts';
import { Database } from './database.ts';
import { type Callback, misuse, splitCallback, sqliteError, tell } from './work-queue.ts';

type Row = Record<string, unknown>;

/** Returns whether C reads the number as an integer. */
const isInteger = (value: number) => Number.isInteger(value) && Math.abs(value) < 2 ** 31;

/** Converts a value for SQLite; unsupported types become text. */
function toSql(value: unknown): unknown {
  if (typeof value === 'number' && isInteger(value)) return BigInt(value);
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) return String(value);
  return value;
}

/** Returns indexes or names with their values, from a list, an object or the arguments themselves. */
function readParameters(values: readonly unknown[]): [place: number | string, value: unknown][] {
  const [first] = values;
  const list = Array.isArray(first) ? (first as unknown[]) : null;
  const isNamed =
    list === null &&
    typeof first === 'object' &&
    first !== null &&
    !(first instanceof Date) &&
    !(first instanceof RegExp) &&
    !ArrayBuffer.isView(first);
  if (isNamed) return Object.entries(first).map(([name, value]) => [/^\d+$/.test(name) ? Number(name) : name, value]);
  return (list ?? values).map((value, index) => [index + 1, value]);
}

/** The sqlite3 package's native `Statement`. */
export class Statement {
  readonly #database: Database;
  #handle: Pointer = 0;
  /** The SQL was invalid, which has been reported; later calls are ignored. */
  #hasFailed = false;
  #isFinalized = false;
  #isOver = false;

  constructor(database: unknown, sql: unknown, ...rest: unknown[]) {
    if (!(database instanceof Database)) throw new TypeError('Database object expected');
    if (typeof sql !== 'string') throw new TypeError('SQL query expected');
    this.#database = database;
    Object.defineProperty(this, 'sql', { value: sql, enumerable: true });
    const { done } = splitCallback(rest);
    database.queue.add(() => this.#prepare(sql, done));
  }

  #prepare(sql: string, done: Callback | null): void {
    const { connection } = this.#database;
    const prepared = connection?.prepare(sql, 0) ?? { code: 21, message: 'Database is closed' };
    if ('statement' in prepared) {
      this.#handle = prepared.statement;
      tell(this, done, null);
      return;
    }
    this.#hasFailed = true;
    tell(this, done, sqliteError(prepared));
  }

  #schedule(done: Callback | null, work: (connection: SqliteConnection, handle: Pointer) => void): this {
    this.#database.queue.add(() => {
      if (this.#hasFailed) return;
      const { connection } = this.#database;
      if (this.#isFinalized || connection === null) tell(this, done, misuse('Statement is already finalized'));
      else work(connection, this.#handle);
    });
    return this;
  }

  /** Binds the values, runs `work`, and reports the outcome. */
  #perform(args: readonly unknown[], work: (connection: SqliteConnection, handle: Pointer) => unknown[], resets = true): this {
    const { values, done } = splitCallback(args);
    return this.#schedule(done, (connection, handle) => {
      let outcome: unknown[] = [];
      let failure: Error | null = null;
      try {
        if (resets || values.length > 0) this.#reset(connection, handle);
        if (values.length > 0) this.#bind(connection, handle, values);
        outcome = this.#database.traced(
          () => connection.expandedSql(handle),
          () => work(connection, handle),
        );
      } catch (error) {
        // The caught value is an error of the engine, because no code of the program runs in `work`.
        failure = error as Error;
      }
      tell(this, done, failure, ...outcome);
    });
  }

  #reset({ library }: SqliteConnection, handle: Pointer): void {
    library.exports.sqlite3_reset(handle);
    this.#isOver = false;
  }

  #bind(connection: SqliteConnection, handle: Pointer, values: readonly unknown[]): void {
    const { library } = connection;
    library.exports.sqlite3_clear_bindings(handle);
    for (const [place, value] of readParameters(values)) {
      if (value === undefined) continue;
      const index =
        typeof place === 'number' ? place : library.withText(place, (at) => library.exports.sqlite3_bind_parameter_index(handle, at));
      const code = connection.bind(handle, index, toSql(value)) ?? SqliteCode.ERROR;
      if (code !== SqliteCode.OK) throw sqliteError(connection.failure());
    }
  }

  /** Returns the next row, or null after the last. */
  #step(connection: SqliteConnection, handle: Pointer): Row | null {
    const { exports } = connection.library;
    const code = handle === 0 ? SqliteCode.DONE : exports.sqlite3_step(handle);
    if (code === SqliteCode.ROW) return this.#row(connection, handle);
    this.#isOver = true;
    if (code === SqliteCode.DONE) return null;
    const failure = sqliteError(connection.failure());
    exports.sqlite3_reset(handle);
    throw failure;
  }

  #row(connection: SqliteConnection, handle: Pointer): Row {
    const row: Row = {};
    for (const [column, name] of connection.columnNames(handle).entries()) {
      const value = connection.column(handle, column, false);
      const shaped = value instanceof Uint8Array ? asBuffer(value) : value;
      Object.defineProperty(row, name, { value: shaped, writable: true, enumerable: true, configurable: true });
    }
    return row;
  }

  bind(...args: unknown[]): this {
    return this.#perform(args, () => []);
  }

  run(...args: unknown[]): this {
    return this.#perform(args, (connection, handle) => {
      const { exports } = connection.library;
      const before = exports.sqlite3_total_changes64(connection.handle);
      this.#step(connection, handle);
      const after = exports.sqlite3_total_changes64(connection.handle);
      exports.sqlite3_reset(handle);
      Object.assign(this, {
        lastID: Number(exports.sqlite3_last_insert_rowid(connection.handle)),
        changes: after === before ? 0 : Number(exports.sqlite3_changes64(connection.handle)),
      });
      return [];
    });
  }

  /** Returns one row; without values, the next call continues after it. */
  get(...args: unknown[]): this {
    return this.#perform(
      args,
      (connection, handle) => {
        const row = this.#isOver ? null : this.#step(connection, handle);
        return row === null ? [] : [row];
      },
      false,
    );
  }

  all(...args: unknown[]): this {
    return this.#perform(args, (connection, handle) => {
      const rows: Row[] = [];
      for (let row = this.#step(connection, handle); row !== null; row = this.#step(connection, handle)) rows.push(row);
      connection.library.exports.sqlite3_reset(handle);
      return [rows];
    });
  }

  each(...args: unknown[]): this {
    const last = splitCallback(args);
    const before = splitCallback(last.values);
    // With two callbacks, the first is for the rows and the second for the end.
    const hasBoth = before.done !== null;
    const onRow = hasBoth ? before.done : last.done;
    const onEnd = hasBoth ? last.done : null;
    const values = hasBoth ? before.values : last.values;
    return this.all(...values, (error: Error | null, rows: Row[] = []) => {
      if (error !== null) tell(this, onRow, error);
      else for (const row of rows) this.#database.queue.host.loop.post(() => onRow?.call(this, null, row));
      this.#database.queue.host.loop.post(() => onEnd?.call(this, error, rows.length));
    });
  }

  reset(...args: unknown[]): this {
    const { done } = splitCallback(args);
    return this.#schedule(done, (connection, handle) => {
      this.#reset(connection, handle);
      tell(this, done, null);
    });
  }

  finalize(...args: unknown[]): Database {
    const { done } = splitCallback(args);
    this.#schedule(done, ({ library }, handle) => {
      library.exports.sqlite3_finalize(handle);
      this.#isFinalized = true;
      done?.call(this);
    });
    return this.#database;
  }
}
