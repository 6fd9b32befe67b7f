import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ContentHash, ProjectId } from '../protocol/ids.ts';
import { openDatabase } from './database.ts';
import { createFolderStore, type FolderStore } from './folder-store.ts';
import type { DevonzDatabase } from './migrations/database-schema.ts';
import { createProjectBatches } from './project-batches.ts';

const shop = 'shop' as ProjectId;
const other = 'shop-2' as ProjectId;
const [one, two] = ['1'.repeat(64) as ContentHash, '2'.repeat(64) as ContentHash];

let database: DevonzDatabase;
let store: FolderStore;

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  database = await openDatabase('test', { onClosed: () => expect.unreachable('the database was closed') });
  store = createFolderStore(database);
});

test('what both sides have in common is kept by path, each project for itself, until they are disconnected', async () => {
  const intent = { side: 'disk', hash: two } as const;
  await store.agreements(shop).save(
    new Map([
      ['a.ts', { hash: one }],
      ['src/ü.ts', { hash: null, intent }],
    ]),
  );
  await store.agreements(other).save(new Map([['a.ts', { hash: two }]]));
  await store.agreements(shop).save(new Map([['a.ts', null]]));
  expect(await store.agreements(shop).load()).toEqual(new Map([['src/ü.ts', { hash: null, intent }]]));
  await store.disconnect(shop);
  expect((await store.agreements(shop).load()).size).toBe(0);
  expect(await store.agreements(other).load()).toEqual(new Map([['a.ts', { hash: two }]]));
});

test('how a file of the disk looked is kept with it, and a damaged note of that costs nothing but reading', async () => {
  const stamp = { modified: 1, size: 2, seenAt: 3 };
  await store.agreements(shop).save(new Map([['a.ts', { hash: one, stamp }]]));
  await database.put('folders', { hash: two, stamp: { modified: 'yesterday' } }, [shop, 'b.ts']);
  expect(Object.fromEntries(await store.agreements(shop).load())).toEqual({ 'a.ts': { hash: one, stamp }, 'b.ts': { hash: two } });
});

test('a damaged row is as if nothing were agreed or connected, and the rest is read', async () => {
  await store.agreements(shop).save(new Map([['a.ts', { hash: one }]]));
  await database.put('folders', { hash: 'no hash' }, [shop, 'b.ts']);
  await database.put('folders', { version: 1, handle: { kind: 'directory', name: 'shop' }, withIgnored: false }, shop);
  expect(await store.agreements(shop).load()).toEqual(new Map([['a.ts', { hash: one }]]));
  expect(await store.load(shop)).toBeNull();
  expect(await store.all()).toEqual([]);
});

test('a project that is deleted for good takes with it what it had in common with a folder', async () => {
  for (const projectId of [shop, other]) await store.agreements(projectId).save(new Map([['a.ts', { hash: one }]]));
  await createProjectBatches(database, () => 0).deleteProject(shop);
  expect((await store.agreements(shop).load()).size).toBe(0);
  expect((await store.agreements(other).load()).size).toBe(1);
});
