import type { BuiltinExports } from '../node-host.ts';
import type { AddonHost } from './addons/addon.ts';
import { createBackup } from './sqlite/node-sqlite/backup.ts';
import { createDatabaseSync } from './sqlite/node-sqlite/database-sync.ts';
import { StatementSync } from './sqlite/node-sqlite/statement-sync.ts';
import { startSqlite } from './sqlite/start-sqlite.ts';

/** Creates `node:sqlite` of Node 22.18. */
export function createSqlite(host: AddonHost): BuiltinExports {
  return {
    DatabaseSync: createDatabaseSync(() => startSqlite(host)),
    StatementSync,
    constants: {
      SQLITE_CHANGESET_OMIT: 0,
      SQLITE_CHANGESET_REPLACE: 1,
      SQLITE_CHANGESET_ABORT: 2,
      SQLITE_CHANGESET_DATA: 1,
      SQLITE_CHANGESET_NOTFOUND: 2,
      SQLITE_CHANGESET_CONFLICT: 3,
      SQLITE_CHANGESET_CONSTRAINT: 4,
      SQLITE_CHANGESET_FOREIGN_KEY: 5,
    },
    backup: createBackup(host.node),
  };
}
