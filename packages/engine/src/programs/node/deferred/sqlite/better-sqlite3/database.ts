import { SqliteCode } from '../../../../sqlite/sqlite-codes.ts';
import { FunctionFlag, SqlFunctions } from '../../../../sqlite/sqlite-functions.ts';
import { asBuffer } from '../../../base/buffer-class.ts';
import { notSupported } from '../../../errors/node-error.ts';
import { Backup } from './backup.ts';
import { type AddonState, DatabaseState, sqliteError } from './database-state.ts';
import { KEY, requireBoolean, Statement } from './statement.ts';

type Run = (...args: unknown[]) => unknown;
type Constructor = new (...args: OpenArguments) => object;
type OpenArguments = [
  path: string,
  givenPath: string,
  isInMemory: boolean,
  isReadOnly: boolean,
  mustExist: boolean,
  timeout: number,
  log: ((sql: string) => void) | null,
  content: Uint8Array | null,
  /** Passed since version 13. */
  descriptor?: number | null,
];

/** Uses the database's own setting. */
const AS_DATABASE = 2;

/** better-sqlite3's native `Database`, which its own `Database` wraps. */
class Database {
  readonly #state: DatabaseState;
  readonly #functions: SqlFunctions;

  readonly #addon: AddonState;

  constructor(addon: AddonState, [path, givenPath, isInMemory, isReadOnly, mustExist, timeout, log, content, descriptor]: OpenArguments) {
    if (typeof descriptor === 'number')
      throw notSupported('a database opened by its descriptor', 'SQLite opens its files here by their names; give the path');
    this.#addon = addon;
    this.#state = new DatabaseState(addon, { path, isReadOnly, mustExist, timeout, log, content: content ?? null });
    this.#functions = new SqlFunctions(this.#state.connection, this.#state);
    for (const [name, value] of Object.entries({ memory: isInMemory, readonly: isReadOnly, name: givenPath }))
      Object.defineProperty(this, name, { value, enumerable: true });
  }

  get open(): boolean {
    return this.#state.isOpen;
  }

  get inTransaction(): boolean {
    return this.open && this.#addon.library.exports.sqlite3_get_autocommit(this.#state.connection.handle) === 0;
  }

  prepare(source: string, shown: object, isPragma: boolean, isExplained = false): Statement {
    if (typeof source !== 'string') throw new TypeError('Expected first argument to be a string');
    return new Statement({ key: KEY, database: this.#state, source, shown, isPragma, isExplained });
  }

  exec(source: string): void {
    const state = this.#state;
    if (typeof source !== 'string') throw new TypeError('Expected first argument to be a string');
    state.requireOpen();
    state.requireIdle();
    state.requireNoIterators(true);
    state.busy(() => {
      for (let rest = source; rest !== ''; ) {
        const prepared = state.connection.prepare(rest, 0);
        if (!('statement' in prepared)) throw state.failure();
        if (prepared.statement === 0) break;
        rest = prepared.rest.replace(/^[\s;\0]+/, '');
        this.#runStatement(prepared.statement);
      }
    });
  }

  #runStatement(handle: number): void {
    const { connection, log } = this.#state;
    const { exports } = this.#addon.library;
    let isRun = false;
    try {
      log?.(connection.expandedSql(handle));
      while (exports.sqlite3_step(handle) === SqliteCode.ROW);
      isRun = true;
    } finally {
      const code = exports.sqlite3_finalize(handle);
      // biome-ignore lint/correctness/noUnsafeFinally: what the log has thrown goes first
      if (isRun && code !== SqliteCode.OK) throw this.#state.failure();
    }
  }

  backup(shown: object, attachedName: string, path: string, isNew: boolean): Backup {
    return new Backup({ key: KEY, database: this.#state, shown, attachedName, path, isNew });
  }

  serialize(attachedName: string): Uint8Array {
    this.#state.requireFree();
    const bytes = this.#state.connection.serialize(attachedName);
    if (bytes === null) throw new Error('Out of memory');
    return asBuffer(bytes);
  }

  function(run: Run, name: string, argumentCount: number, exactness: number, isDeterministic: boolean, isDirect: boolean): void {
    this.#state.requireFree();
    const options = this.#functionOptions(name, argumentCount, exactness, isDeterministic, isDirect);
    if (this.#functions.define(run, options) !== SqliteCode.OK) throw this.#state.failure();
  }

  aggregate(
    start: unknown,
    step: Run,
    inverse: Run | null,
    result: Run | null,
    name: string,
    argumentCount: number,
    exactness: number,
    isDeterministic: boolean,
    isDirect: boolean,
  ): void {
    this.#state.requireFree();
    const options = this.#functionOptions(name, argumentCount, exactness, isDeterministic, isDirect);
    const begin = typeof start === 'function' ? () => (start as Run)() : () => start;
    const code = this.#functions.defineAggregate({ start: begin, step, inverse, result, keepsWithoutResult: true }, options);
    if (code !== SqliteCode.OK) throw this.#state.failure();
  }

  #functionOptions(name: string, argumentCount: number, exactness: number, isDeterministic: boolean, isDirect: boolean) {
    const { UTF8, DETERMINISTIC, DIRECT_ONLY } = FunctionFlag;
    return {
      name,
      argumentCount,
      flags: UTF8 | (isDeterministic ? DETERMINISTIC : 0) | (isDirect ? DIRECT_ONLY : 0),
      isExact: exactness === AS_DATABASE ? this.#state.hasExactIntegers : exactness === 1,
      shape: (value: Parameters<DatabaseState['shape']>[0]) => this.#state.shape(value),
      refuse: (value: unknown) =>
        typeof value === 'bigint'
          ? new RangeError(`User-defined function ${name}() returned a bigint that was too big`)
          : new TypeError(`User-defined function ${name}() returned an invalid value`),
    };
  }

  table(): never {
    throw new Error('The in-browser engine’s better-sqlite3 has no virtual tables of JavaScript: put the rows into a temporary table.');
  }

  loadExtension(): never {
    this.#state.requireFree();
    const message = 'The in-browser engine’s SQLite loads no extensions: they are native code.';
    throw sqliteError(this.#addon, { code: SqliteCode.ERROR, message });
  }

  close(): void {
    if (!this.#state.isOpen) return;
    this.#state.requireIdle();
    this.#state.requireNoIterators();
    this.#state.close();
  }

  defaultSafeIntegers(...[isOn = true]: unknown[]): void {
    this.#state.hasExactIntegers = requireBoolean(isOn);
  }

  unsafeMode(...[isOn = true]: unknown[]): void {
    this.#state.isUnsafe = requireBoolean(isOn);
    this.#state.configure(!this.#state.isUnsafe);
  }
}

/** Creates the class with the state of its addon. */
export function createDatabaseClass(addon: AddonState): Constructor {
  return class extends Database {
    constructor(...args: OpenArguments) {
      super(addon, args);
    }
  };
}
