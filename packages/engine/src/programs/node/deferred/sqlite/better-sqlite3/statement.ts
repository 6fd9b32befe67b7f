import { SqliteCode } from '../../../../sqlite/sqlite-codes.ts';
import type { Pointer } from '../../../../sqlite/sqlite-exports.ts';
import { bindParameters, type ParameterNames, readParameterNames } from './bind-parameters.ts';
import type { DatabaseState } from './database-state.ts';

type Mode = 'flat' | 'pluck' | 'expand' | 'raw';

/** Only `prepare` and `iterate` have the key, so programs cannot call the constructors. */
export const KEY = Symbol('made by its database');

/** Matches the rest after a single statement: spaces, semicolons and comments. */
const nothingMore = /^(?:[\s;]|\/\*[\s\S]*?(?:\*\/|$)|--[^\n]*(?:\n|$))*$/;

function freeze(target: object, properties: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(properties)) Object.defineProperty(target, name, { value, enumerable: true });
}

interface StatementRequest {
  key: symbol;
  database: DatabaseState;
  source: string;
  /** The object that the program uses as its database. */
  shown: object;
  isPragma: boolean;
  /** An EXPLAIN, whose parameters need no values. */
  isExplained: boolean;
}

const PERSISTENT = 1;

/** better-sqlite3's `Statement`. */
export class Statement {
  readonly #database: DatabaseState;
  readonly #handle: Pointer;
  readonly #returnsData: boolean;
  #names: ParameterNames | null = null;
  #columns: string[] | null = null;
  #mode: Mode = 'flat';
  #isBound = false;
  #isLocked = false;
  #isExact: boolean;

  constructor(request?: StatementRequest) {
    if (request?.key !== KEY) throw new TypeError('Statements can only be constructed by the db.prepare() method');
    const { database, source, isPragma, isExplained } = request;
    database.requireOpen();
    database.requireIdle();
    if (isPragma) database.requireNoIterators(true);
    const prepared = database.connection.prepare(source, isPragma || isExplained ? 0 : PERSISTENT);
    if (!('statement' in prepared)) throw database.failure();
    if (prepared.statement === 0) throw new RangeError('The supplied SQL string contains no statements');
    const { exports } = database.connection.library;
    if (!nothingMore.test(prepared.rest.replaceAll('\0', ''))) {
      exports.sqlite3_finalize(prepared.statement);
      throw new RangeError('The supplied SQL string contains more than one statement');
    }
    this.#database = database;
    this.#handle = prepared.statement;
    this.#returnsData = isPragma || exports.sqlite3_column_count(prepared.statement) > 0;
    this.#isBound = isExplained;
    this.#isExact = database.hasExactIntegers;
    collected.register(this, { database, handle: prepared.statement });
    const readonly = exports.sqlite3_stmt_readonly(prepared.statement) !== 0;
    freeze(this, { reader: this.#returnsData, readonly, source, database: request.shown });
  }

  get busy(): boolean {
    return this.#database.isOpen && this.#isLocked;
  }

  #requireUnlocked(): void {
    if (this.#isLocked) throw new TypeError('This statement is busy executing a query');
  }

  /** Checks and binds the arguments, then runs `work`. Clears what was bound for this call afterwards. */
  #start<Result>(args: readonly unknown[], work: () => Result, kind: 'changes' | 'reads'): Result {
    const database = this.#database;
    if (kind === 'reads' && !this.#returnsData) throw new TypeError('This statement does not return data. Use run() instead');
    database.requireOpen();
    database.requireIdle();
    this.#requireUnlocked();
    if (kind === 'changes') database.requireNoIterators(true);
    this.#bindArguments(args);
    try {
      return database.busy(() => {
        this.#log();
        return work();
      });
    } finally {
      this.#forget();
    }
  }

  #bindArguments(args: readonly unknown[]): void {
    if (this.#isBound) {
      if (args.length > 0) throw new TypeError('This statement already has bound parameters');
      return;
    }
    this.#put(args);
  }

  #put(args: readonly unknown[]): void {
    const { connection } = this.#database;
    try {
      bindParameters(connection, this.#handle, () => this.#parameterNames(), args);
    } catch (error) {
      connection.library.exports.sqlite3_clear_bindings(this.#handle);
      throw error;
    }
  }

  #parameterNames(): ParameterNames {
    this.#names ??= readParameterNames(this.#database.connection, this.#handle);
    return this.#names;
  }

  #forget(): void {
    if (!this.#isBound) this.#database.connection.library.exports.sqlite3_clear_bindings(this.#handle);
  }

  #log(): void {
    const { log, connection } = this.#database;
    log?.(connection.expandedSql(this.#handle));
  }

  #row(isExact = this.#isExact, mode = this.#mode): unknown {
    const { connection } = this.#database;
    const handle = this.#handle;
    const read = (column: number) => this.#database.shape(connection.column(handle, column, isExact));
    if (mode === 'pluck') return read(0);
    this.#columns ??= connection.columnNames(handle);
    const names = this.#columns;
    if (mode === 'raw') return names.map((_, column) => read(column));
    if (mode === 'expand') return this.#expanded(names, read);
    const row: Record<string, unknown> = {};
    for (let column = 0; column < names.length; column += 1) setOwn(row, names[column] ?? '', read(column));
    return row;
  }

  #expanded(names: readonly string[], read: (column: number) => unknown): unknown {
    const { library } = this.#database.connection;
    const row: Record<string, Record<string, unknown>> = {};
    for (const [column, name] of names.entries()) {
      const table = library.readText(library.exports.sqlite3_column_table_name(this.#handle, column)) ?? '$';
      if (!Object.hasOwn(row, table)) setOwn(row, table, {});
      setOwn(row[table] ?? {}, name, read(column));
    }
    return row;
  }

  /** Steps once. The schema, and with it the columns, may have changed since the last step. */
  #step(): boolean {
    const code = this.#database.connection.library.exports.sqlite3_step(this.#handle);
    if (code !== SqliteCode.ROW) return false;
    const { exports } = this.#database.connection.library;
    if (this.#columns !== null && this.#columns.length !== exports.sqlite3_column_count(this.#handle)) this.#columns = null;
    return true;
  }

  /** Resets the statement and throws the error of the last step, if any. */
  #finish(): void {
    if (this.#database.connection.library.exports.sqlite3_reset(this.#handle) !== SqliteCode.OK) throw this.#database.failure();
  }

  run(...args: unknown[]): { changes: number; lastInsertRowid: number | bigint } {
    return this.#start(
      args,
      () => {
        const { handle, library } = this.#database.connection;
        const { exports } = library;
        const before = exports.sqlite3_total_changes64(handle);
        this.#step();
        this.#finish();
        const changes = exports.sqlite3_total_changes64(handle) === before ? 0 : Number(exports.sqlite3_changes64(handle));
        const id = exports.sqlite3_last_insert_rowid(handle);
        return { changes, lastInsertRowid: this.#isExact ? id : Number(id) };
      },
      'changes',
    );
  }

  get(...args: unknown[]): unknown {
    return this.#start(
      args,
      () => {
        const row = this.#step() ? { value: this.#row() } : null;
        // After a row was found, later errors do not matter.
        if (row !== null) this.#database.connection.library.exports.sqlite3_reset(this.#handle);
        else this.#finish();
        return row?.value;
      },
      'reads',
    );
  }

  all(...args: unknown[]): unknown[] {
    return this.#start(
      args,
      () => {
        const rows: unknown[] = [];
        this.#columns = null;
        while (this.#step()) rows.push(this.#row());
        this.#finish();
        return rows;
      },
      'reads',
    );
  }

  iterate(...args: unknown[]): StatementIterator {
    const database = this.#database;
    if (!this.#returnsData) throw new TypeError('This statement does not return data. Use run() instead');
    database.requireOpen();
    database.requireIdle();
    this.#requireUnlocked();
    this.#bindArguments(args);
    this.#isLocked = true;
    database.iterators += 1;
    const [isExact, mode] = [this.#isExact, this.#mode];
    let isLogged = false;
    const end = () => {
      this.#isLocked = false;
      database.iterators -= 1;
      database.connection.library.exports.sqlite3_reset(this.#handle);
      this.#forget();
    };
    const next = () => {
      database.requireIdle();
      return database.busy(() => {
        if (!isLogged) this.#log();
        isLogged = true;
        const { exports } = database.connection.library;
        if (this.#step()) return { row: this.#row(isExact, mode) };
        if (exports.sqlite3_errcode(database.connection.handle) === SqliteCode.DONE) return null;
        throw database.failure();
      });
    };
    return new StatementIterator({ key: KEY, statement: this, next, end, requireIdle: () => database.requireIdle() });
  }

  bind(...args: unknown[]): this {
    if (this.#isBound) throw new TypeError('The bind() method can only be invoked once per statement object');
    this.#database.requireOpen();
    this.#database.requireIdle();
    this.#requireUnlocked();
    this.#put(args);
    this.#isBound = true;
    return this;
  }

  #choose(mode: Mode, isOn: unknown): this {
    if (!this.#returnsData) throw new TypeError(`The ${mode}() method is only for statements that return data`);
    this.#database.requireIdle();
    this.#requireUnlocked();
    if (requireBoolean(isOn)) this.#mode = mode;
    else if (this.#mode === mode) this.#mode = 'flat';
    return this;
  }

  pluck(...[isOn = true]: unknown[]): this {
    return this.#choose('pluck', isOn);
  }

  expand(...[isOn = true]: unknown[]): this {
    return this.#choose('expand', isOn);
  }

  raw(...[isOn = true]: unknown[]): this {
    return this.#choose('raw', isOn);
  }

  safeIntegers(...[isOn = true]: unknown[]): this {
    this.#database.requireIdle();
    this.#requireUnlocked();
    this.#isExact = requireBoolean(isOn);
    return this;
  }

  columns(): object[] {
    if (!this.#returnsData) throw new TypeError('The columns() method is only for statements that return data');
    this.#database.requireOpen();
    this.#database.requireIdle();
    const { library } = this.#database.connection;
    const { exports } = library;
    return Array.from({ length: exports.sqlite3_column_count(this.#handle) }, (_, column) => ({
      name: library.readText(exports.sqlite3_column_name(this.#handle, column)),
      column: library.readText(exports.sqlite3_column_origin_name(this.#handle, column)),
      table: library.readText(exports.sqlite3_column_table_name(this.#handle, column)),
      database: library.readText(exports.sqlite3_column_database_name(this.#handle, column)),
      type: library.readText(exports.sqlite3_column_decltype(this.#handle, column)),
    }));
  }
}

/** Frees the memory of statements that are no longer referenced. */
const collected = new FinalizationRegistry<{ database: DatabaseState; handle: Pointer }>(({ database, handle }) => {
  if (database.isOpen) database.connection.library.exports.sqlite3_finalize(handle);
});

function setOwn(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
  else target[name] = value;
}

export function requireBoolean(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new TypeError('Expected first argument to be a boolean');
  return value;
}

interface IteratorRequest {
  key: symbol;
  statement: Statement;
  next(): { row: unknown } | null;
  end(): void;
  requireIdle(): void;
}

/** Iterates over the rows of a statement. */
class StatementIterator {
  readonly #request: IteratorRequest;
  #isAlive = true;

  constructor(request?: IteratorRequest) {
    if (request?.key !== KEY) throw new TypeError('Disabled constructor');
    this.#request = request;
    freeze(this, { statement: request.statement });
  }

  next(): { value: unknown; done: boolean } {
    if (!this.#isAlive) {
      this.#request.requireIdle();
      return { value: undefined, done: true };
    }
    let isOver = true;
    try {
      const found = this.#request.next();
      isOver = found === null;
      return { value: found?.row, done: isOver };
    } finally {
      if (isOver) this.#end();
    }
  }

  return(): { value: unknown; done: boolean } {
    this.#request.requireIdle();
    if (this.#isAlive) this.#end();
    return { value: undefined, done: true };
  }

  #end(): void {
    this.#isAlive = false;
    this.#request.end();
  }

  [Symbol.iterator](): this {
    return this;
  }
}

export { StatementIterator };
