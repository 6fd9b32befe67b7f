import { createDatabaseClass } from '../sqlite/better-sqlite3/database.ts';
import type { AddonState } from '../sqlite/better-sqlite3/database-state.ts';
import type { Statement } from '../sqlite/better-sqlite3/statement.ts';
import { startSqlite } from '../sqlite/start-sqlite.ts';
import type { AddonHost, CreateAddon } from './addon.ts';

type Parameters = unknown[] | Record<string, unknown>;

/** The used members of the class that better-sqlite3 wraps. */
interface Database {
  readonly inTransaction: boolean;
  prepare(sql: string, shown: object, isPragma: boolean): Statement;
  exec(sql: string): void;
  close(): void;
  defaultSafeIntegers(isOn: boolean): void;
}

interface Rows {
  rows: unknown[];
  at: number;
}

/** An error with the property by which the package recognizes it and converts it to its own class. */
class LibsqlError extends Error {
  readonly libsqlError = true;

  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

function refuse(what: string): never {
  throw new Error(`libsql in the in-browser engine has local databases only, without ${what}; @libsql/client reaches a server by https.`);
}

function openerOf(host: AddonHost): (path: string, encryptionKey: string, timeout: number) => Database {
  const state: AddonState = { library: startSqlite(host), SqliteError: LibsqlError, removeFile: () => undefined };
  const Class = createDatabaseClass(state);
  return (path, encryptionKey, timeout) => {
    if (/^(?:libsql|https?|wss?):/.test(path)) refuse('a server');
    if (encryptionKey !== '') refuse('encryption');
    // An instance of the class has the members of `Database`.
    return new Class(path, path, path === ':memory:', false, false, Math.trunc(timeout), null, null) as Database;
  };
}

/** Returns the rows of a statement. A statement without rows is run and returns none. */
const rowsOf = (statement: Statement, parameters: Parameters): unknown[] => {
  if (Reflect.get(statement, 'reader') === true) return statement.all(parameters);
  statement.run(parameters);
  return [];
};

/** Creates libsql's native addon, using SQLite's WebAssembly. */
export const createAddon: CreateAddon = (host) => {
  const open = openerOf(host);
  return {
    databaseOpen: (path: string, _token: string, _cipher: string, key: string, timeout = 0) => open(path, key, timeout),
    databaseOpenWithSync: () => refuse('replicas of a server'),
    databaseInTransaction: (database: Database) => database.inTransaction,
    databaseInterrupt(): void {},
    databaseClose(this: Database): void {
      this.close();
    },
    databaseSyncSync: () => refuse('replicas of a server'),
    databaseSyncUntilSync: () => refuse('replicas of a server'),
    databaseMaxWriteReplicationIndex: () => refuse('replicas of a server'),
    databaseAuthorizer: () => refuse('an authorizer'),
    databaseLoadExtension: () => refuse('extensions, which are native code'),
    databaseExecSync(this: Database, sql: string): void {
      this.exec(sql);
    },
    databasePrepareSync(this: Database, sql: string): Statement {
      // Rows may be requested even from a statement that returns none.
      return this.prepare(sql, this, false);
    },
    databaseDefaultSafeIntegers(this: Database, isOn: boolean): void {
      this.defaultSafeIntegers(isOn);
    },
    statementRaw(this: Statement, isOn: boolean): void {
      if (Reflect.get(this, 'reader') === true) this.raw(isOn);
    },
    statementIsReader(this: Statement): unknown {
      return Reflect.get(this, 'reader');
    },
    statementGet(this: Statement, parameters: Parameters): unknown {
      return Reflect.get(this, 'reader') === true ? this.get(parameters) : rowsOf(this, parameters)[0];
    },
    statementRun(this: Statement, parameters: Parameters): unknown {
      return this.run(parameters);
    },
    statementInterrupt(): void {},
    statementRowsSync(this: Statement, parameters: Parameters): Rows {
      return { rows: rowsOf(this, parameters), at: 0 };
    },
    statementColumns(this: Statement): unknown {
      return Reflect.get(this, 'reader') === true ? this.columns() : [];
    },
    statementSafeIntegers(this: Statement, isOn: boolean): void {
      this.safeIntegers(isOn);
    },
    rowsNext(this: Rows, into: unknown[]): void {
      for (let index = 0; index < into.length; index += 1) {
        into[index] = this.rows[this.at];
        this.at += 1;
      }
    },
  };
};
