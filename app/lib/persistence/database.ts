import { openDB, type StoreNames } from 'idb';
import { lastingDatabase } from './lasting-database.ts';
import type { DevonzDatabase, DevonzSchema } from './migrations/database-schema.ts';
import { migrations } from './migrations/migrations.ts';
import { NewerDatabaseError } from './newer-database-error.ts';
import { PartlyLostDatabaseError } from './partly-lost-database-error.ts';

const STORES: readonly StoreNames<DevonzSchema>[] = [
  ...(['records', 'chats', 'projects', 'blobs', 'packed', 'packs', 'files'] as const),
  ...(['partials', 'snapshots', 'workspaces', 'folders', 'mcp', 'telemetry'] as const),
];

export interface DatabaseEvents {
  /** Another tab wants to upgrade or delete the database, or the browser has closed it: only a reload helps. */
  onClosed(): void;
  /** Another tab has an older version open, which blocks the upgrade until it is closed. */
  onBlocked?(): void;
  /** There was no room for a write, by any part of the app. */
  onFull?(): void;
}

/** Rejects with a `NewerDatabaseError` if a later version of the app has used the database. */
export function openDatabase(name: string, events: DatabaseEvents): Promise<DevonzDatabase> {
  return lastingDatabase({
    connect: (onTerminated) => connect(name, events, onTerminated),
    onLost: events.onClosed,
    onFull: () => events.onFull?.(),
  });
}

async function connect(name: string, events: DatabaseEvents, onTerminated: () => void): Promise<DevonzDatabase> {
  const database = await open(name, events, onTerminated);
  const missing = STORES.filter((store) => !database.objectStoreNames.contains(store));
  if (missing.length === 0) return database;
  // Missing stores cannot be created without a new version, so nothing is changed.
  database.close();
  throw new PartlyLostDatabaseError(missing);
}

async function open(name: string, events: DatabaseEvents, onTerminated: () => void): Promise<DevonzDatabase> {
  try {
    return await openDB<DevonzSchema>(name, migrations.length, {
      async upgrade(database, oldVersion, _newVersion, transaction) {
        for (const migrate of migrations.slice(oldVersion)) await migrate(database, transaction);
      },
      blocked: () => events.onBlocked?.(),
      blocking(_current, _blocked, event) {
        (event.target as IDBDatabase | null)?.close();
        events.onClosed();
      },
      terminated: onTerminated,
    });
  } catch (error) {
    if (error instanceof Error && error.name === 'VersionError') throw new NewerDatabaseError();
    throw error;
  }
}
