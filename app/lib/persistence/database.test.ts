import { openDB } from 'idb';
import { expect, test } from 'vitest';
import { openDatabase } from './database.ts';
import { migrations } from './migrations/migrations.ts';

const quiet = { onClosed: () => undefined };

async function storesOf(name: string): Promise<readonly string[]> {
  const database = await openDatabase(name, quiet);
  const stores = [...database.objectStoreNames];
  database.close();
  return stores;
}

test('a database that has lost any of its stores is left as it is, and the loss is named', async () => {
  const stores = await storesOf('whole');
  expect(stores.length).toBeGreaterThan(10);
  for (const lost of stores) {
    const damaged = await openDB(`without ${lost}`, migrations.length, {
      upgrade(database) {
        for (const store of stores) if (store !== lost) database.createObjectStore(store);
      },
    });
    damaged.close();
    await expect(openDatabase(`without ${lost}`, quiet)).rejects.toThrow(`it has lost ${lost}.`);
    const after = await openDB(`without ${lost}`);
    expect(after.version).toBe(migrations.length);
    after.close();
  }
});
