import { OpenMode, SqliteCode } from '../../../../sqlite/sqlite-codes.ts';
import { SqliteConnection, type SqlValue } from '../../../../sqlite/sqlite-connection.ts';
import { SqlFunctions } from '../../../../sqlite/sqlite-functions.ts';
import type { SqliteLibrary } from '../../../../sqlite/sqlite-library.ts';
import { codedError, sqliteError } from './errors.ts';

export interface DatabaseSettings {
  isReadOnly: boolean;
  hasForeignKeys: boolean;
  hasDoubleQuotedStrings: boolean;
  timeout: number;
  readsBigInts: boolean;
  returnsArrays: boolean;
  allowsBareNames: boolean;
  allowsUnknownNames: boolean;
}

/** An object that must end with its database. */
export interface Dependent {
  end(): void;
}

const ENABLE_FOREIGN_KEYS = 1002;
const DOUBLE_QUOTED_IN_QUERIES = 1013;
const DOUBLE_QUOTED_IN_SCHEMA = 1014;

/** A connection while it is open. */
export class OpenDatabase {
  readonly connection: SqliteConnection;
  readonly functions: SqlFunctions;
  readonly dependents = new Set<Dependent>();
  #thrown: { error: unknown } | null = null;

  constructor(
    readonly library: SqliteLibrary,
    path: string,
    readonly settings: DatabaseSettings,
  ) {
    const { READ_ONLY, READ_WRITE, CREATE, URI } = OpenMode;
    const opened = SqliteConnection.open(library, path, (settings.isReadOnly ? READ_ONLY : READ_WRITE | CREATE) | URI);
    if (!(opened instanceof SqliteConnection)) throw sqliteError(library, opened.code, opened.message);
    this.connection = opened;
    const { exports } = library;
    exports.sqlite3_extended_result_codes(opened.handle, 1);
    const configure = (option: number, isOn: boolean) => exports.sqlite3__wasm_db_config_ip(opened.handle, option, isOn ? 1 : 0, 0);
    configure(DOUBLE_QUOTED_IN_QUERIES, settings.hasDoubleQuotedStrings);
    configure(DOUBLE_QUOTED_IN_SCHEMA, settings.hasDoubleQuotedStrings);
    configure(ENABLE_FOREIGN_KEYS, settings.hasForeignKeys);
    exports.sqlite3_busy_timeout(opened.handle, settings.timeout);
    this.functions = new SqlFunctions(opened, { note: (error) => this.note(error) });
  }

  note(error: unknown): void {
    this.#thrown ??= { error };
  }

  /** Throws the error of the last call, if it failed. */
  check(code: number): void {
    if (code === SqliteCode.OK || code === SqliteCode.ROW || code === SqliteCode.DONE) return;
    const thrown = this.#thrown;
    this.#thrown = null;
    if (thrown !== null) throw thrown.error;
    const failure = this.connection.failure();
    throw sqliteError(this.library, failure.code, failure.message);
  }

  /** Converts a value for programs: integers become numbers unless `isBigInt` is set. Throws if a number cannot represent one. */
  shape(value: SqlValue, isBigInt: boolean): SqlValue {
    if (typeof value !== 'bigint' || isBigInt) return value;
    if (value > 9007199254740991n || value < -9007199254740991n)
      throw codedError(RangeError, 'ERR_OUT_OF_RANGE', `Value is too large to be represented as a JavaScript number: ${value}`);
    return Number(value);
  }

  close(): void {
    for (const dependent of [...this.dependents]) dependent.end();
    this.connection.close();
  }
}
