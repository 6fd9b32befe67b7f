import { type DBSchema, type IDBPDatabase, openDB, type StoreNames } from 'idb';
import type { ProjectId } from '../protocol/ids.ts';
import type { StoredBlob } from './blob-codec.ts';
import { lastingDatabase } from './lasting-database.ts';
import { migrations } from './migrations/migrations.ts';
import { NewerDatabaseError } from './newer-database-error.ts';
import { PartlyLostDatabaseError } from './partly-lost-database-error.ts';
import type { StoredFileRow } from './rows/project-files.ts';

/** What is in IndexedDB. `unknown` where a value must be validated before anyone believes it. */
export interface DevonzSchema extends DBSchema {
  /** The journal: key `[chatId, sequence]`, value a `JournalRecord`, or many of them up to this one: see `rows/record-pack.ts`. */
  records: { key: [string, number]; value: unknown };
  chats: { key: string; value: unknown };
  /** What a project is besides its files: a `StoredProject`. */
  projects: { key: string; value: unknown };
  /** Contents of files and images, each stored once under its hash: read with `unpackBlob`. */
  blobs: { key: string; value: StoredBlob };
  /** Small contents that were brought in together: what is in each pack, a `PackEntry`, and its bytes under the same id. See `contents/content-pack.ts`. */
  packed: { key: string; value: unknown; indexes: { hashes: string } };
  packs: { key: string; value: unknown };
  /** Projection of the journals for a fast boot: the newest version of each file and symbolic link. Key `[projectId, path]`; see `rows/project-files.ts`. */
  files: { key: [string, string]; value: StoredFileRow };
  /** The answer that is streaming, as far as it has come: a row for what has come since the row before it, all gone when its step is in the journal. Key `[chatId, stepId, row]`. */
  partials: { key: [string, string, number]; value: unknown };
  /** Of a long journal: what its records up to one of them come to, so that only the rest is gone through when it is opened. Key: the chat. */
  snapshots: { key: string; value: unknown };
  /** How the user left a project's window: tabs, unsaved text, panes, terminals. Key: the project. */
  workspaces: { key: ProjectId; value: unknown };
  /** The folder of the user's computer that a project is kept equal to. Key: the project; of what both last had in common `[projectId, path]`. */
  folders: { key: ProjectId | [ProjectId, string]; value: unknown };
  /** What is secret of MCP servers, and what the user has confirmed of them; key `[kind, server]`. */
  mcp: { key: ['secrets' | 'confirmed', string]; value: unknown };
  /** What the agent did, oldest first; key: a number that only grows. */
  telemetry: { key: number; value: unknown };
}

const STORES: readonly StoreNames<DevonzSchema>[] = [
  ...(['records', 'chats', 'projects', 'blobs', 'packed', 'packs', 'files'] as const),
  ...(['partials', 'snapshots', 'workspaces', 'folders', 'mcp', 'telemetry'] as const),
];

export type DevonzDatabase = IDBPDatabase<DevonzSchema>;

export interface DatabaseEvents {
  /** Another tab wants to upgrade or delete the database, or the browser has taken it away: reload to continue. */
  onClosed(): void;
  /** Another tab has an older version of it open and must be closed before this one can upgrade it. */
  onBlocked?(): void;
  /** The browser has had no room for something, whoever wrote it. */
  onFull?(): void;
}

/** Rejects with a `NewerDatabaseError` where a later version of the app has been here. */
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
  // The missing stores cannot be made without a new version, so nothing is changed.
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
