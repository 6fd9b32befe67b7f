import { Backup } from '../sqlite/better-sqlite3/backup.ts';
import { createDatabaseClass } from '../sqlite/better-sqlite3/database.ts';
import type { AddonState } from '../sqlite/better-sqlite3/database-state.ts';
import { Statement, StatementIterator } from '../sqlite/better-sqlite3/statement.ts';
import { startSqlite } from '../sqlite/start-sqlite.ts';
import type { CreateAddon } from './addon.ts';

/** Creates better-sqlite3's `better_sqlite3.node`, using SQLite's WebAssembly. */
export const createAddon: CreateAddon = (host) => {
  const state: AddonState = {
    library: startSqlite(host),
    SqliteError: null,
    removeFile: (path) => {
      try {
        host.node.system.sync('unlink', host.node.resolvePath(path));
      } catch {
        // The file does not exist, because nothing was written.
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
    // The entry point of version 13. Its other arguments speed up creating rows and arrays from C++; here JavaScript creates them anyway.
    initialize: setErrorConstructor,
  };
};
