import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { webCryptoHasher } from '../../agent/testing/test-session.ts';
import { openDatabase } from '../database.ts';
import type { DevonzDatabase } from '../migrations/database-schema.ts';
import { createProjectBatches } from '../project-batches.ts';
import { packTogether } from './content-pack.ts';
import { PackReader } from './pack-reader.ts';

/** Contents of 60,000 bytes each, of which four fit in a pack. */
const COUNT = 40;
const contentOf = (index: number) => new Uint8Array(60_000).fill(index);
const hashes = await Promise.all(Array.from({ length: COUNT }, (_, index) => webCryptoHasher.hash(contentOf(index))));

let database: DevonzDatabase;
let said: string[];
let ids: readonly string[];

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  database = await openDatabase('test', { onClosed: () => expect.unreachable('the database was closed') });
  const { packs } = await packTogether(
    hashes.map((hash, index) => ({ hash, content: contentOf(index) })),
    webCryptoHasher,
  );
  await createProjectBatches(database, () => 1).keepContents(new Map(), packs);
  ids = packs.map(({ entry }) => entry.id);
  said = [];
});

const reader = () => new PackReader(database, webCryptoHasher, (id, isRestored) => said.push(`${ids.indexOf(id)} ${isRestored}`));
const firstByte = async (from: PackReader, index: number) => (await from.read(hashes[index] ?? expect.unreachable()))?.[0] ?? null;

test('contents are read in whatever order, and what was read is the reader’s own', async () => {
  const packs = reader();
  for (const index of [39, 0, 20, 1, 38, 0]) {
    const content = (await packs.read(hashes[index] ?? expect.unreachable())) ?? expect.unreachable();
    expect([content.byteLength, content[0], content.buffer.byteLength]).toEqual([60_000, index, 60_000]);
    // Simulates a transfer to a worker.
    structuredClone(content, { transfer: [content.buffer] });
  }
});

test('many are read by the pack, up to the first that none has', async () => {
  const none = await webCryptoHasher.hash(new Uint8Array([7]));
  const contents = new Map();
  const left = await reader().readAll([...hashes.slice(0, 10), none, ...hashes.slice(20)], contents);
  expect([...contents.keys()]).toEqual(hashes.slice(0, 10));
  expect(left).toEqual([none, ...hashes.slice(20)]);
});

test('where the row that leads to a pack is damaged the pack says itself what is in it', async () => {
  const [first = '', second = '', third = ''] = ids;
  await database.delete('packed', first);
  await database.put('packed', { id: second, hashes: [hashes[0], hashes[5], hashes[6], hashes[7]] });
  await database.put('packed', { id: third, hashes: 'none' });
  const packs = reader();
  expect(await Promise.all([0, 3, 4, 5, 9, 12].map((index) => firstByte(packs, index)))).toEqual([0, 3, 4, 5, 9, 12]);
  expect(said.sort()).toEqual(['0 true', '1 true', '2 true']);
});

test('a damaged pack is named, and takes no other with it', async () => {
  const [first = ''] = ids;
  await database.put('packs', new Uint8Array([1, 2, 3]), first);
  const packs = reader();
  expect(await Promise.all([0, 4, 1].map((index) => firstByte(packs, index)))).toEqual([null, 4, null]);
  expect(said).toEqual(['0 false']);
});
