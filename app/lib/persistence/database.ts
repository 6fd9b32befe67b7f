import { type DBSchema, type IDBPDatabase, openDB, type StoreNames } from 'idb';
import type { ProjectId } from '../protocol/ids.ts';
import type { StoredBlob } from './blob-codec.ts';
import { lastingDatabase } from './lasting-database.ts';
import { migrations } from './migrations/migrations.ts';
import { NewerDatabaseError } from './newer-database-error.ts';
import { PartlyLostDatabaseError } from './partly-lost-database-error.ts';
import type { StoredFileRow } from './rows/project-files.ts';

/** The schema of the IndexedDB database. `unknown` marks values that must be validated before use. */
export interface DevonzSchema extends DBSchema {
  /** The journal. Key: `[chatId, sequence]`. Value: a `JournalRecord`, or a pack of records that ends with this number; see `rows/record-pack.ts`. */
  records: { key: [string, number]; value: unknown };
  chats: { key: string; value: unknown };
  /** A project without its files: a `StoredProject`. */
  projects: { key: string; value: unknown };
  /** Contents of files and images, each stored once under its hash; read with `unpackBlob`. */
  blobs: { key: string; value: StoredBlob };
  /** Small contents that were imported together: each pack's list, a `PackEntry`, and its bytes under the same id. See `contents/content-pack.ts`. */
  packed: { key: string; value: unknown; indexes: { hashes: string } };
  packs: { key: string; value: unknown };
  /** The newest version of each file and link, derived from the journals for a fast start. Key: `[projectId, path]`; see `rows/project-files.ts`. */
  files: { key: [string, string]; value: StoredFileRow };
  /**
   * The streaming answer so far: each row holds what was added since the previous one. All are deleted when the step is in the
   * journal. Key: `[chatId, stepId, row]`.
   */
  partials: { key: [string, string, number]; value: unknown };
  /** The state of a long journal at one of its records, so that opening it reads only the rest. Key: the chat. */
  snapshots: { key: string; value: unknown };
  /** The user's window state for a project: tabs, unsaved text, panes, terminals. Key: the project. */
  workspaces: { key: ProjectId; value: unknown };
  /** The computer's folder that a project is connected to. Key: the project; for agreed versions `[projectId, path]`. */
  folders: { key: ProjectId | [ProjectId, string]; value: unknown };
  /** Secrets of MCP servers, and the user's confirmations. Key: `[kind, server]`. */
  mcp: { key: ['secrets' | 'confirmed', string]; value: unknown };
  /** The agent's actions, oldest first. Key: an increasing number. */
  telemetry: { key: number; value: unknown };
}

const STORES: readonly StoreNames<DevonzSchema>[] = [
  ...(['records', 'chats', 'projects', 'blobs', 'packed', 'packs', 'files'] as const),
  ...(['partials', 'snapshots', 'workspaces', 'folders', 'mcp', 'telemetry'] as const),
];

export type DevonzDatabase = IDBPDatabase<DevonzSchema>;

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
