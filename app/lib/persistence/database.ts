import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { ContentHash } from '../protocol/ids.ts';
import { migrations } from './migrations/migrations.ts';

/** What is in IndexedDB. `unknown` where a value must be validated before anyone believes it. */
export interface DevonzSchema extends DBSchema {
  /** The journal: key `[chatId, sequence]`, value a `JournalRecord`. */
  records: { key: [string, number]; value: unknown };
  chats: { key: string; value: unknown };
  /** Content of files, each stored once under its hash. */
  blobs: { key: string; value: Uint8Array };
  /** Projection of the journal for a fast boot: the newest version of each file. Key `[chatId, path]`. */
  files: { key: [string, string]; value: { hash: ContentHash; size: number } };
  /** What is secret of MCP servers, and what the user has confirmed of them; key `[kind, server]`. */
  mcp: { key: ['secrets' | 'confirmed', string]; value: unknown };
  /** What the agent did, oldest first; key: a number that only grows. */
  telemetry: { key: number; value: unknown };
}

export type DevonzDatabase = IDBPDatabase<DevonzSchema>;

export interface DatabaseEvents {
  /** Another tab wants to upgrade or delete the database: this connection has been closed, reload to continue. */
  onClosed(): void;
}

export function openDatabase(name: string, events: DatabaseEvents): Promise<DevonzDatabase> {
  return openDB<DevonzSchema>(name, migrations.length, {
    upgrade(database, oldVersion, _newVersion, transaction) {
      for (const migrate of migrations.slice(oldVersion)) migrate(database, transaction);
    },
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase | null)?.close();
      events.onClosed();
    },
    terminated: events.onClosed,
  });
}
