import { readFileSync } from 'node:fs';
import { type IDBPDatabase, openDB } from 'idb';
import { z } from 'zod';

const rowSchema = z.tuple([z.unknown(), z.unknown()]);
const dumpSchema = z.object({
  version: z.number().int(),
  stores: z.record(z.string(), z.object({ autoIncrement: z.boolean(), rows: z.array(rowSchema) })),
  localStorage: z.record(z.string(), z.string()),
});
export type Dump = z.infer<typeof dumpSchema>;

/** What a version of the app had kept, as that version's own code wrote it. Bytes are `{ $bytes: base64 }`. */
export function readDump(version: number): Dump {
  return dumpSchema.parse(JSON.parse(readFileSync(`tests/fixtures/databases/version-${version}.json`, 'utf8')));
}

/** Makes the database that the dump is of. */
export async function restoreDump(name: string, { version, stores }: Dump): Promise<void> {
  const database = await openDB(name, version, {
    upgrade(opened) {
      for (const [store, { autoIncrement }] of Object.entries(stores)) opened.createObjectStore(store, { autoIncrement });
    },
  });
  for (const [store, { rows }] of Object.entries(stores)) {
    for (const [key, value] of rows) await database.put(store, decoded(value), key as IDBValidKey); // It was a key when it was dumped.
  }
  database.close();
}

function decoded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decoded);
  if (typeof value !== 'object' || value === null) return value;
  if ('$bytes' in value) return new Uint8Array(Buffer.from(String(value.$bytes), 'base64'));
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, decoded(field)]));
}

/** The whole of an open database, as `restoreDump` makes it. */
export async function dumpDatabase(database: IDBPDatabase, localStorage: Dump['localStorage']): Promise<Dump> {
  const stores: Dump['stores'] = {};
  for (const name of [...database.objectStoreNames].sort()) {
    const { store } = database.transaction(name);
    const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
    stores[name] = { autoIncrement: store.autoIncrement, rows: keys.map((key, index) => [key, encoded(values[index])]) };
  }
  return { version: database.version, stores, localStorage };
}

function encoded(value: unknown): unknown {
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return value.map(encoded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, encoded(field)]));
}
