import { OpenMode, SqliteCode } from '../../../../sqlite/sqlite-codes.ts';
import { SqliteConnection } from '../../../../sqlite/sqlite-connection.ts';
import type { NodeHost } from '../../../node-host.ts';
import { databaseOf } from './database-sync.ts';
import { functionOption, invalidType, readOptions, readPath, sqliteError, stringOption } from './errors.ts';
import type { OpenDatabase } from './open-database.ts';

const EVERY = 100;
const LOCKED = 6;

interface BackupRequest {
  path: string;
  source: string;
  target: string;
  rate: number;
  progress: ((state: object) => unknown) | null;
}

async function copy({ loop }: NodeHost, { library, connection }: OpenDatabase, request: BackupRequest): Promise<number> {
  const { exports } = library;
  const target = SqliteConnection.open(library, request.path, OpenMode.READ_WRITE | OpenMode.CREATE | OpenMode.URI);
  if (!(target instanceof SqliteConnection)) throw sqliteError(library, target.code, target.message);
  const backup = library.withText(request.target, (to) =>
    library.withText(request.source, (from) => exports.sqlite3_backup_init(target.handle, to, connection.handle, from)),
  );
  try {
    if (backup === 0) {
      const { code, message } = target.failure();
      throw sqliteError(library, code, message);
    }
    for (;;) {
      // Other work may run between the steps.
      await new Promise<void>((resolve) => loop.post(() => resolve()));
      const code = exports.sqlite3_backup_step(backup, request.rate);
      if (code === SqliteCode.DONE) return exports.sqlite3_backup_pagecount(backup);
      if (code !== SqliteCode.OK && code !== SqliteCode.BUSY && code !== LOCKED)
        throw sqliteError(library, code, library.readText(exports.sqlite3_errstr(code)) ?? '');
      request.progress?.({
        totalPages: exports.sqlite3_backup_pagecount(backup),
        remainingPages: exports.sqlite3_backup_remaining(backup),
      });
    }
  } finally {
    if (backup !== 0) exports.sqlite3_backup_finish(backup);
    target.close();
  }
}

/** Creates node:sqlite's `backup`. */
export function createBackup(host: NodeHost) {
  return function backup(sourceDb: unknown, destination: unknown, given?: unknown): Promise<number> {
    if (typeof sourceDb !== 'object' || sourceDb === null) throw invalidType('sourceDb', 'an object');
    const database = databaseOf(sourceDb);
    if (database === null) throw invalidType('sourceDb', 'an instance of DatabaseSync');
    const path = readPath(destination, 'path');
    const options = readOptions(given);
    const rate = options.rate ?? EVERY;
    if (!Number.isInteger(rate)) throw invalidType('options.rate', 'an integer');
    const request = {
      path,
      rate: Number(rate),
      source: stringOption(options, 'source', 'main'),
      target: stringOption(options, 'target', 'main'),
      progress: functionOption<unknown>(options, 'progress'),
    };
    return host.loop.hold(copy(host, database, request));
  };
}
