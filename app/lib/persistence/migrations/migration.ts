import type { IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import type { DevonzSchema } from './database-schema.ts';

/** Takes a database of one version to the next. It must only await requests of the given transaction. */
export type Migration = (
  database: IDBPDatabase<DevonzSchema>,
  transaction: IDBPTransaction<DevonzSchema, StoreNames<DevonzSchema>[], 'versionchange'>,
) => void | Promise<void>;
