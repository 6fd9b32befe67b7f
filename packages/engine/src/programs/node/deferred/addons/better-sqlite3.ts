import { Backup } from '../sqlite/better-sqlite3/backup.ts';
import { createDatabaseClass } from '../sqlite/better-sqlite3/database.ts';
import type { AddonState } from '../sqlite/better-sqlite3/database-state.ts';
import { Statement, StatementIterator } from '../sqlite/better-sqlite3/statement.ts';
import { startSqlite } from '../sqlite/start-sqlite.ts';
import type { CreateAddon } from './addon.ts';

/** better-sqlite3's `better_sqlite3.node`, over SQLite's WebAssembly. */
export const createAddon: CreateAddon = (host) => {
  const state: AddonState = {
    library: startSqlite(host),
    SqliteError: null,
    removeFile: (path) => {
      try {
        host.node.system.sync('unlink', host.node.resolvePath(path));
      } catch {
        // It was never written.
      }
    },
  };
  const setErrorConstructor = (SqliteError: unknown): void => {
    if (typeof SqliteError !== 'function') throw new TypeError('Expected first argument to be a function');
    // The package's own class.
    state.SqliteError = SqliteError as AddonState['SqliteError'];
  };
  return {
    Database: createDatabaseClass(state),
    Statement,
    StatementIterator,
    Backup,
    setErrorConstructor,
    // As version 13 begins. What it also gives makes rows and arrays faster from C++; here they are made by JavaScript anyway.
    initialize: setErrorConstructor,
  };
};
