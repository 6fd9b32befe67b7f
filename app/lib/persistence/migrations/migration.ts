import type { IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import type { DevonzSchema } from './database-schema.ts';

/** Upgrades a database to the next version. It may only await requests of the given transaction. */
export type Migration = (
  database: IDBPDatabase<DevonzSchema>,
  transaction: IDBPTransaction<DevonzSchema, StoreNames<DevonzSchema>[], 'versionchange'>,
) => void | Promise<void>;
