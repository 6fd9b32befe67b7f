import { readFileSync } from 'node:fs';
import { type IDBPDatabase, openDB } from 'idb';
import { z } from 'zod';

const rowSchema = z.tuple([z.unknown(), z.unknown()]);
const storeSchema = z.object({
  autoIncrement: z.boolean(),
  /** Undefined if its rows do not contain their keys. */
  keyPath: z.string().optional(),
  /** Multi-entry indexes by name; undefined if there are none. */
  indexes: z.record(z.string(), z.string()).optional(),
  rows: z.array(rowSchema),
});
const dumpSchema = z.object({
  version: z.number().int(),
  stores: z.record(z.string(), storeSchema),
  localStorage: z.record(z.string(), z.string()),
});
export type Dump = z.infer<typeof dumpSchema>;

/** Reads the data stored by a version of the app, written by that version's own code. Bytes are `{ $bytes: base64 }`. */
export function readDump(version: number): Dump {
  return dumpSchema.parse(JSON.parse(readFileSync(`tests/fixtures/databases/version-${version}.json`, 'utf8')));
}

/** Creates the database of the dump. */
export async function restoreDump(name: string, { version, stores }: Dump): Promise<void> {
  const database = await openDB(name, version, {
    upgrade(opened) {
      for (const [store, { autoIncrement, keyPath, indexes }] of Object.entries(stores)) {
        const created = opened.createObjectStore(store, { autoIncrement, ...(keyPath === undefined ? {} : { keyPath }) });
        for (const [index, path] of Object.entries(indexes ?? {})) created.createIndex(index, path, { multiEntry: true });
      }
    },
  });
  for (const [store, { rows, keyPath }] of Object.entries(stores)) {
    // It was a key when it was dumped.
    for (const [key, value] of rows) await database.put(store, decoded(value), keyPath === undefined ? (key as IDBValidKey) : undefined);
  }
  database.close();
}

function decoded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decoded);
  if (typeof value !== 'object' || value === null) return value;
  if ('$bytes' in value) return new Uint8Array(Buffer.from(String(value.$bytes), 'base64'));
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, decoded(field)]));
}

/** Dumps an open database, in the form that `restoreDump` reads. */
export async function dumpDatabase(database: IDBPDatabase, localStorage: Dump['localStorage']): Promise<Dump> {
  const stores: Dump['stores'] = {};
  for (const name of [...database.objectStoreNames].sort()) {
    const { store } = database.transaction(name);
    const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
    const indexes = Object.fromEntries([...store.indexNames].map((index) => [index, String(store.index(index).keyPath)]));
    stores[name] = {
      autoIncrement: store.autoIncrement,
      ...(typeof store.keyPath === 'string' ? { keyPath: store.keyPath } : {}),
      ...(Object.keys(indexes).length > 0 ? { indexes } : {}),
      rows: keys.map((key, index) => [key, encoded(values[index])]),
    };
  }
  return { version: database.version, stores, localStorage };
}

function encoded(value: unknown): unknown {
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return value.map(encoded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, encoded(field)]));
}
