import sqliteModuleFile from 'deferred:sqlite-module';
import sqliteFile from '@sqlite.org/sqlite-wasm/sqlite3.wasm';
import { loadDeferred } from '../deferred/load-deferred.ts';
import type { createSqlite } from '../deferred/sqlite-module.ts';
import type { BuiltinExports, NodeHost } from '../node-host.ts';

/** Creates `node:sqlite`; the module and SQLite itself are loaded on first import. */
export function createSqliteModule(host: NodeHost): BuiltinExports {
  const emitWarning = host.builtin('process').emitWarning as (message: string, type: string) => void;
  emitWarning('SQLite is an experimental feature and might change at any time', 'ExperimentalWarning');
  const part = loadDeferred(host, 'sqlite-module', sqliteModuleFile) as { createSqlite: typeof createSqlite };
  return part.createSqlite({ node: host, filename: 'node:sqlite', sqliteFile });
}
