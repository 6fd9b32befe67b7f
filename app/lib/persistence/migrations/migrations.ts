import type { IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import type { DevonzSchema } from '../database.ts';

/**
 * `migrations[n]` takes a database of version n to version n + 1; the database's version is the list's length.
 * Append only: a released migration is never edited. It must only await requests of the given transaction.
 */
export type Migration = (
  database: IDBPDatabase<DevonzSchema>,
  transaction: IDBPTransaction<DevonzSchema, StoreNames<DevonzSchema>[], 'versionchange'>,
) => void;

const createStores: Migration = (database) => {
  database.createObjectStore('records');
  database.createObjectStore('chats');
  database.createObjectStore('blobs');
  database.createObjectStore('files');
};

const addTelemetry: Migration = (database) => {
  database.createObjectStore('telemetry', { autoIncrement: true });
};

const addMcp: Migration = (database) => {
  database.createObjectStore('mcp');
};

export const migrations: readonly Migration[] = [createStores, addTelemetry, addMcp];
