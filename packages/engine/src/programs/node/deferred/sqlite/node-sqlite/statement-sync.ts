import { SqliteCode } from '../../../../sqlite/sqlite-codes.ts';
import type { SqlValue } from '../../../../sqlite/sqlite-connection.ts';
import type { Pointer } from '../../../../sqlite/sqlite-exports.ts';
import { codedError, invalidState, requireBoolean } from './errors.ts';
import type { OpenDatabase } from './open-database.ts';

type Row = SqlValue[] | Record<string, SqlValue>;

/** Known only to `prepare`, which creates statements. */
const KEY = Symbol('made by its database');

const IteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object;

/** Creates an object with these members and no prototype. */
const bare = <Members extends object>(members: Members): Members => Object.assign(Object.create(null), members) as Members;

/** node:sqlite's `StatementSync`. */
export class StatementSync {
  readonly #database: OpenDatabase;
  #handle: Pointer;
  #readsBigInts: boolean;
  #returnsArrays: boolean;
  #allowsBareNames: boolean;
  #allowsUnknownNames: boolean;
  #bareNames: ReadonlyMap<string, number> | null = null;

  constructor(key?: symbol, database?: OpenDatabase, handle?: Pointer) {
    if (key !== KEY || database === undefined || handle === undefined)
      throw codedError(Error, 'ERR_ILLEGAL_CONSTRUCTOR', 'Illegal constructor');
    this.#database = database;
    this.#handle = handle;
    const { readsBigInts, returnsArrays, allowsBareNames, allowsUnknownNames } = database.settings;
    this.#readsBigInts = readsBigInts;
    this.#returnsArrays = returnsArrays;
    this.#allowsBareNames = allowsBareNames;
    this.#allowsUnknownNames = allowsUnknownNames;
    const end = () => this.#end();
    database.dependents.add({ end });
    const getters = { sourceSQL: () => this.#sourceSql(), expandedSQL: () => this.#expandedSql() };
    for (const [name, get] of Object.entries(getters)) Object.defineProperty(this, name, { get, enumerable: true, configurable: true });
  }

  static of(database: OpenDatabase, sql: string): StatementSync {
    const prepared = database.connection.prepare(sql, 0);
    if (!('statement' in prepared)) {
      database.check(prepared.code);
      throw invalidState('statement could not be prepared');
    }
    return new StatementSync(KEY, database, prepared.statement);
  }

  /** Finalizes the statement when its database closes. */
  #end(): void {
    this.#database.library.exports.sqlite3_finalize(this.#handle);
    this.#handle = 0;
  }

  #alive(): Pointer {
    if (this.#handle === 0) throw invalidState('statement has been finalized');
    return this.#handle;
  }

  #sourceSql(): string {
    const { library } = this.#database;
    return library.readText(library.exports.sqlite3_sql(this.#alive())) ?? '';
  }

  #expandedSql(): string {
    return this.#database.connection.expandedSql(this.#alive());
  }

  #begin(args: readonly unknown[]): Pointer {
    const handle = this.#alive();
    const { exports } = this.#database.library;
    this.#database.check(exports.sqlite3_reset(handle));
    exports.sqlite3_clear_bindings(handle);
    const [first] = args;
    const hasNames = typeof first === 'object' && first !== null && !ArrayBuffer.isView(first);
    if (hasNames) this.#bindNames(handle, first);
    this.#bindPlaces(handle, hasNames ? args.slice(1) : args);
    return handle;
  }

  #bindNames(handle: Pointer, values: object): void {
    const { library } = this.#database;
    for (const [name, value] of Object.entries(values)) {
      let index = library.withText(name, (at) => library.exports.sqlite3_bind_parameter_index(handle, at));
      if (index === 0 && this.#allowsBareNames) index = this.#indexOfBare(handle, name);
      if (index !== 0) this.#bind(handle, index, value);
      else if (!this.#allowsUnknownNames) throw invalidState(`Unknown named parameter '${name}'`);
    }
  }

  /** Finds a parameter by its name without the SQL prefix. */
  #indexOfBare(handle: Pointer, name: string): number {
    if (this.#bareNames === null) {
      const { connection, library } = this.#database;
      const names = new Map<string, number>();
      for (let index = 1; index <= library.exports.sqlite3_bind_parameter_count(handle); index += 1) {
        const full = connection.parameterName(handle, index);
        if (full === null) continue;
        const known = names.get(full.slice(1));
        if (known !== undefined)
          throw invalidState(
            `Cannot create bare named parameter '${full.slice(1)}' because of conflicting names '${connection.parameterName(handle, known)}' and '${full}'.`,
          );
        names.set(full.slice(1), index);
      }
      this.#bareNames = names;
    }
    return this.#bareNames.get(name) ?? 0;
  }

  #bindPlaces(handle: Pointer, values: readonly unknown[]): void {
    let index = 0;
    for (const value of values) {
      do index += 1;
      while (this.#database.connection.parameterName(handle, index) !== null);
      this.#bind(handle, index, value);
    }
  }

  #bind(handle: Pointer, index: number, value: unknown): void {
    const code = value === undefined ? null : this.#database.connection.bind(handle, index, value);
    if (code === null) throw codedError(TypeError, 'ERR_INVALID_ARG_TYPE', `Provided value cannot be bound to SQLite parameter ${index}.`);
    if (code === SqliteCode.TOOBIG && typeof value === 'bigint')
      throw codedError(TypeError, 'ERR_INVALID_ARG_VALUE', 'BigInt value is too large to bind.');
    this.#database.check(code);
  }

  /** Returns whether there is a row. */
  #step(handle: Pointer): boolean {
    const code = this.#database.library.exports.sqlite3_step(handle);
    if (code === SqliteCode.ROW) return true;
    try {
      this.#database.check(code);
    } finally {
      this.#database.library.exports.sqlite3_reset(handle);
    }
    return false;
  }

  #row(handle: Pointer, names: readonly string[]): Row {
    const database = this.#database;
    const read = (column: number) => database.shape(database.connection.column(handle, column, true), this.#readsBigInts);
    if (this.#returnsArrays) return names.map((_, column) => read(column));
    const row: Record<string, SqlValue> = bare({});
    for (const [column, name] of names.entries()) row[name] = read(column);
    return row;
  }

  /** Runs `work` with the started statement and always resets it. */
  #during<Result>(args: readonly unknown[], work: (handle: Pointer) => Result): Result {
    const handle = this.#begin(args);
    try {
      return work(handle);
    } finally {
      this.#database.library.exports.sqlite3_reset(handle);
    }
  }

  all(...args: unknown[]): Row[] {
    return this.#during(args, (handle) => {
      const rows: Row[] = [];
      let names: string[] | null = null;
      while (this.#step(handle)) {
        names ??= this.#database.connection.columnNames(handle);
        rows.push(this.#row(handle, names));
      }
      return rows;
    });
  }

  get(...args: unknown[]): Row | undefined {
    return this.#during(args, (handle) =>
      this.#step(handle) ? this.#row(handle, this.#database.connection.columnNames(handle)) : undefined,
    );
  }

  run(...args: unknown[]): { lastInsertRowid: SqlValue; changes: SqlValue } {
    return this.#during(args, (handle) => {
      this.#step(handle);
      const { connection, library } = this.#database;
      const { exports } = library;
      // A statement that returns rows is reset, too.
      this.#database.check(exports.sqlite3_reset(handle));
      return {
        lastInsertRowid: this.#database.shape(exports.sqlite3_last_insert_rowid(connection.handle), this.#readsBigInts),
        changes: this.#database.shape(exports.sqlite3_changes64(connection.handle), this.#readsBigInts),
      };
    });
  }

  iterate(...args: unknown[]): Iterator<Row> {
    const handle = this.#begin(args);
    const names = this.#database.connection.columnNames(handle);
    let isOver = false;
    const next = (): Row | null => {
      this.#alive();
      if (isOver) return null;
      isOver = true;
      if (!this.#step(handle)) return null;
      isOver = false;
      return this.#row(handle, names);
    };
    const end = () => {
      this.#alive();
      isOver = true;
      this.#database.library.exports.sqlite3_reset(handle);
    };
    return new StatementSyncIterator(next, end);
  }

  columns(): object[] {
    const handle = this.#alive();
    const { library } = this.#database;
    const { exports } = library;
    return Array.from({ length: exports.sqlite3_column_count(handle) }, (_, column) =>
      bare({
        column: library.readText(exports.sqlite3_column_origin_name(handle, column)),
        database: library.readText(exports.sqlite3_column_database_name(handle, column)),
        name: library.readText(exports.sqlite3_column_name(handle, column)),
        table: library.readText(exports.sqlite3_column_table_name(handle, column)),
        type: library.readText(exports.sqlite3_column_decltype(handle, column)),
      }),
    );
  }

  setAllowBareNamedParameters(isAllowed: unknown): void {
    this.#alive();
    this.#allowsBareNames = requireBoolean(isAllowed, 'allowBareNamedParameters');
  }

  setAllowUnknownNamedParameters(isAllowed: unknown): void {
    this.#alive();
    this.#allowsUnknownNames = requireBoolean(isAllowed, 'enabled');
  }

  setReadBigInts(isOn: unknown): void {
    this.#alive();
    this.#readsBigInts = requireBoolean(isOn, 'readBigInts');
  }

  setReturnArrays(isOn: unknown): void {
    this.#alive();
    this.#returnsArrays = requireBoolean(isOn, 'returnArrays');
  }
}

/** Iterates over the rows of a statement. */
class StatementSyncIterator implements Iterator<Row> {
  readonly #next: () => Row | null;
  readonly #end: () => void;

  constructor(next: () => Row | null, end: () => void) {
    this.#next = next;
    this.#end = end;
  }

  next(): IteratorResult<Row> {
    const row = this.#next();
    return bare(row === null ? { done: true as const, value: null } : { done: false as const, value: row });
  }

  return(): IteratorResult<Row> {
    this.#end();
    return bare({ done: true as const, value: null });
  }
}
Object.setPrototypeOf(StatementSyncIterator.prototype, IteratorPrototype);
