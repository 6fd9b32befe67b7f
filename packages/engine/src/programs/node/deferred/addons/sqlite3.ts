import { baseCodes } from '../../../sqlite/sqlite-codes.ts';
import { Backup } from '../sqlite/callback-sqlite3/backup.ts';
import { Database } from '../sqlite/callback-sqlite3/database.ts';
import { Statement } from '../sqlite/callback-sqlite3/statement.ts';
import { startSqlite } from '../sqlite/start-sqlite.ts';
import type { CreateAddon } from './addon.ts';

const modes = {
  OPEN_READONLY: 0x1,
  OPEN_READWRITE: 0x2,
  OPEN_CREATE: 0x4,
  OPEN_URI: 0x40,
  OPEN_NOMUTEX: 0x8000,
  OPEN_FULLMUTEX: 0x1_0000,
  OPEN_SHAREDCACHE: 0x2_0000,
  OPEN_PRIVATECACHE: 0x4_0000,
};

const limits = [
  ...['LENGTH', 'SQL_LENGTH', 'COLUMN', 'EXPR_DEPTH', 'COMPOUND_SELECT', 'VDBE_OP', 'FUNCTION_ARG', 'ATTACHED', 'LIKE_PATTERN_LENGTH'],
  ...['VARIABLE_NUMBER', 'TRIGGER_DEPTH', 'WORKER_THREADS'],
];

/** Creates sqlite3's `node_sqlite3.node`, using SQLite's WebAssembly. */
export const createAddon: CreateAddon = (host) => {
  const library = startSqlite(host);
  const version = library.readText(library.exports.sqlite3_libversion()) ?? '';
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return {
    Database: class extends Database {
      constructor(path: unknown, ...rest: unknown[]) {
        super({ library, node: host.node }, path, ...rest);
      }
    },
    Statement,
    Backup,
    VERSION: version,
    SOURCE_ID: version,
    VERSION_NUMBER: major * 1_000_000 + minor * 1000 + patch,
    ...modes,
    ...Object.fromEntries(baseCodes),
    ...Object.fromEntries(limits.map((name, index) => [`LIMIT_${name}`, index])),
  };
};
