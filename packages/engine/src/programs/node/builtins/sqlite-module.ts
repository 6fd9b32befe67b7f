import sqliteModuleFile from 'deferred:sqlite-module';
import sqliteFile from '@sqlite.org/sqlite-wasm/sqlite3.wasm';
import { loadDeferred } from '../deferred/load-deferred.ts';
import type { createSqlite } from '../deferred/sqlite-module.ts';
import type { BuiltinExports, NodeHost } from '../node-host.ts';

/** `node:sqlite`: it and SQLite itself are loaded when a program first asks for them. */
export function createSqliteModule(host: NodeHost): BuiltinExports {
  const emitWarning = host.builtin('process').emitWarning as (message: string, type: string) => void;
  emitWarning('SQLite is an experimental feature and might change at any time', 'ExperimentalWarning');
  // What the part exports.
  const part = loadDeferred(host, 'sqlite-module', sqliteModuleFile) as { createSqlite: typeof createSqlite };
  return part.createSqlite({ node: host, filename: 'node:sqlite', sqliteFile });
}
