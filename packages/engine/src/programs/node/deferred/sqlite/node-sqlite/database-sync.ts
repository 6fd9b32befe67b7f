import { SqliteCode } from '../../../../sqlite/sqlite-codes.ts';
import type { SqlValue } from '../../../../sqlite/sqlite-connection.ts';
import { FunctionFlag, type SqlFunctionOptions } from '../../../../sqlite/sqlite-functions.ts';
import type { SqliteLibrary } from '../../../../sqlite/sqlite-library.ts';
import {
  booleanOption,
  codedError,
  functionOption,
  invalidState,
  invalidType,
  readOptions,
  readPath,
  requireBoolean,
  sqliteError,
} from './errors.ts';
import { type DatabaseSettings, OpenDatabase } from './open-database.ts';
import { applyChangeset, Session } from './session.ts';
import { StatementSync } from './statement-sync.ts';

function readSettings(options: Record<string, unknown>): DatabaseSettings {
  const timeout = options.timeout ?? 0;
  if (!Number.isInteger(timeout)) throw invalidType('options.timeout', 'an integer');
  return {
    isReadOnly: booleanOption(options, 'readOnly', false),
    hasForeignKeys: booleanOption(options, 'enableForeignKeyConstraints', true),
    hasDoubleQuotedStrings: booleanOption(options, 'enableDoubleQuotedStringLiterals', false),
    timeout: Number(timeout),
    readsBigInts: booleanOption(options, 'readBigInts', false),
    returnsArrays: booleanOption(options, 'returnArrays', false),
    allowsBareNames: booleanOption(options, 'allowBareNamedParameters', true),
    allowsUnknownNames: booleanOption(options, 'allowUnknownNamedParameters', false),
  };
}

function requireText(value: unknown, name: string): string {
  if (typeof value !== 'string') throw invalidType(name, 'a string');
  return value;
}

/** The connections returned by `databaseOf`. */
const inner = new WeakMap<object, () => OpenDatabase>();

/** Returns the open connection of a `DatabaseSync`, or null for any other value. */
export function databaseOf(value: unknown): OpenDatabase | null {
  return typeof value === 'object' && value !== null ? (inner.get(value)?.() ?? null) : null;
}

/** node:sqlite's `DatabaseSync`, using SQLite's WebAssembly. */
class DatabaseSync {
  readonly #library: SqliteLibrary;
  readonly #path: string;
  readonly #settings: DatabaseSettings;
  readonly #allowsExtensions: boolean;
  #isLoadingEnabled: boolean;
  #current: OpenDatabase | null = null;

  constructor(library: () => SqliteLibrary, path: unknown, given: unknown) {
    this.#path = readPath(path, 'path');
    const options = readOptions(given);
    const isOpened = booleanOption(options, 'open', true);
    this.#settings = readSettings(options);
    this.#allowsExtensions = booleanOption(options, 'allowExtension', false);
    this.#isLoadingEnabled = this.#allowsExtensions;
    this.#library = library();
    inner.set(this, () => this.#open());
    const getters = { isOpen: () => this.#current !== null, isTransaction: () => this.#isTransaction() };
    for (const [name, get] of Object.entries(getters)) Object.defineProperty(this, name, { get, enumerable: true, configurable: true });
    Object.defineProperty(this, Symbol.for('sqlite-type'), { value: 'node:sqlite', enumerable: true });
    if (isOpened) this.open();
  }

  #open(): OpenDatabase {
    if (this.#current === null) throw invalidState('database is not open');
    return this.#current;
  }

  #isTransaction(): boolean {
    return this.#library.exports.sqlite3_get_autocommit(this.#open().connection.handle) === 0;
  }

  open(): void {
    if (this.#current !== null) throw invalidState('database is already open');
    this.#current = new OpenDatabase(this.#library, this.#path, this.#settings);
  }

  close(): void {
    this.#open().close();
    this.#current = null;
  }

  location(name: unknown = 'main'): string | null {
    const { connection } = this.#open();
    const at = this.#library.withText(requireText(name, 'dbName'), (text) =>
      this.#library.exports.sqlite3_db_filename(connection.handle, text),
    );
    return this.#library.readText(at) || null;
  }

  exec(sql: unknown): void {
    const database = this.#open();
    database.check(database.connection.execute(requireText(sql, 'sql')));
  }

  prepare(sql: unknown): StatementSync {
    return StatementSync.of(this.#open(), requireText(sql, 'sql'));
  }

  function(name: unknown, ...rest: unknown[]): void {
    const database = this.#open();
    const sqlName = requireText(name, 'name');
    const options = rest.length > 1 ? readOptions(rest[0]) : {};
    const run = rest.length > 1 ? rest[1] : rest[0];
    const parts = this.#functionOptions(database, sqlName, options);
    if (typeof run !== 'function') throw invalidType('function', 'a function');
    const argumentCount = booleanOption(options, 'varargs', false) ? -1 : run.length;
    // Checked above.
    database.check(database.functions.define(run as (...args: unknown[]) => unknown, { ...parts, argumentCount }));
  }

  aggregate(name: unknown, given: unknown): void {
    const database = this.#open();
    const sqlName = requireText(name, 'name');
    if (given === undefined) throw invalidType('options', 'an object');
    const options = readOptions(given);
    const { start } = options;
    if (start === undefined) throw invalidType('options.start', 'a function or a primitive value');
    const step = functionOption<unknown>(options, 'step');
    if (step === null) throw invalidType('options.step', 'a function');
    const result = functionOption<unknown>(options, 'result');
    const inverse = functionOption<unknown>(options, 'inverse');
    const parts = this.#functionOptions(database, sqlName, options);
    const counted = Math.max(step.length, inverse?.length ?? 0) - 1;
    const argumentCount = booleanOption(options, 'varargs', false) ? -1 : Math.max(0, counted);
    const begin = typeof start === 'function' ? () => (start as () => unknown)() : () => start;
    const aggregate = { start: begin, step, inverse, result, keepsWithoutResult: false };
    database.check(database.functions.defineAggregate(aggregate, { ...parts, argumentCount }));
  }

  #functionOptions(database: OpenDatabase, name: string, options: Record<string, unknown>): Omit<SqlFunctionOptions, 'argumentCount'> {
    const isBigInt = booleanOption(options, 'useBigIntArguments', false);
    const { UTF8, DETERMINISTIC, DIRECT_ONLY } = FunctionFlag;
    const deterministic = booleanOption(options, 'deterministic', false) ? DETERMINISTIC : 0;
    const direct = booleanOption(options, 'directOnly', false) ? DIRECT_ONLY : 0;
    return {
      name,
      flags: UTF8 | deterministic | direct,
      isExact: true,
      shape: (value: SqlValue) => database.shape(value, isBigInt),
      refuse: (value) => sqliteError(this.#library, SqliteCode.ERROR, refusal(value)),
    };
  }

  createSession(options?: unknown): Session {
    return new Session(this.#open(), options);
  }

  applyChangeset(changeset: unknown, options?: unknown): boolean {
    return applyChangeset(this.#open(), changeset, options);
  }

  enableLoadExtension(isAllowed: unknown): void {
    this.#open();
    const isOn = requireBoolean(isAllowed, 'allow');
    if (isOn && !this.#allowsExtensions)
      throw invalidState('Cannot enable extension loading because it was disabled at database creation.');
    this.#isLoadingEnabled = isOn;
  }

  loadExtension(path: unknown): never {
    this.#open();
    if (!this.#isLoadingEnabled) throw invalidState('extension loading is not allowed');
    const file = requireText(path, 'path');
    const message = `${file}: the in-browser engine’s SQLite loads no extensions: they are native code`;
    throw codedError(Error, 'ERR_LOAD_SQLITE_EXTENSION', message);
  }
}

function refusal(value: unknown): string {
  if (typeof value === 'bigint') return 'BigInt value is too large for SQLite';
  if (value instanceof Promise) return 'Asynchronous user-defined functions are not supported';
  return 'Returned JavaScript value cannot be converted to a SQLite value';
}

type DatabaseSyncConstructor = new (path: unknown, options?: unknown) => DatabaseSync;

/** Creates the class as programs see it: a call without `new` throws, and `using` closes the database. */
export function createDatabaseSync(library: () => SqliteLibrary): DatabaseSyncConstructor {
  function construct(path: unknown, options?: unknown): object {
    if (new.target === undefined) throw codedError(TypeError, 'ERR_CONSTRUCT_CALL_REQUIRED', 'Cannot call constructor without `new`');
    return Reflect.construct(DatabaseSync, [library, path, options], new.target) as object;
  }
  const dispose = (Symbol as { dispose?: symbol }).dispose ?? Symbol.for('nodejs.dispose');
  Object.defineProperty(DatabaseSync.prototype, dispose, {
    configurable: true,
    writable: true,
    value(this: DatabaseSync) {
      if (Reflect.get(this, 'isOpen') === true) this.close();
    },
  });
  Object.defineProperty(construct, 'name', { value: 'DatabaseSync' });
  construct.prototype = DatabaseSync.prototype;
  Object.defineProperty(DatabaseSync.prototype, 'constructor', { value: construct, writable: true, configurable: true });
  // A function that is called with `new`.
  return construct as unknown as DatabaseSyncConstructor;
}
