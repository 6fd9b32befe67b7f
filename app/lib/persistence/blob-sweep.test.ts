import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { webCryptoHasher } from '../agent/testing/test-session.ts';
import type { ChatId, ContentHash } from '../protocol/ids.ts';
import type { JournalEvent } from '../protocol/journal-event.ts';
import { sweepBlobs } from './blob-sweep.ts';
import { packEntryFrom, packTogether } from './contents/content-pack.ts';
import { allStored, contentStoresOf } from './contents/stored-contents.ts';
import { openDatabase } from './database.ts';
import { createJournalStore, type JournalStore } from './journal-store.ts';
import type { DevonzDatabase } from './migrations/database-schema.ts';
import { createProjectBatches } from './project-batches.ts';
import { createProjectFileStore } from './project-file-store.ts';

const hashOf = (content: number) => String(content).padStart(64, '0') as ContentHash;
const bytes = (content: number) => new TextEncoder().encode(`content ${content} `.repeat(100));
const chatOf = (chat: number) => `chat-${chat}` as ChatId;
const open = async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  const database = await openDatabase('test', { onClosed: () => expect.unreachable('the database was closed') });
  return { database, store: createJournalStore(database, () => 1) };
};
const image = (content: number) => ({
  type: 'image' as const,
  hash: hashOf(content),
  mediaType: 'image/png' as const,
  name: 'a.png',
  width: 4,
  height: 3,
  size: 5,
});
const message = (content: number): JournalEvent => ({
  type: 'user-message',
  message: { id: 'm', role: 'user', parts: [{ type: 'text', text: 'Look' }, image(content)] },
  mode: 'agent',
});

type Act = { act: 'write' | 'show' | 'damage' | 'delete' | 'remove' | 'keep' | 'bring'; chat: number; content: number };

const actions: Readonly<Record<Act['act'], (store: JournalStore, act: Act, database: DevonzDatabase) => Promise<unknown>>> = {
  write: (store, { chat, content }) =>
    store.appendFile(chatOf(chat), { path: `${content % 3}.txt`, content: bytes(content), hash: hashOf(content), by: 'agent' }),
  show: (store, { chat, content }) => store.append(chatOf(chat), message(content), new Map([[hashOf(content), bytes(content)]])),
  remove: (store, { chat, content }) => store.append(chatOf(chat), { type: 'file-removed', path: `${content % 3}.txt`, by: 'agent' }),
  keep: (store, { content }) => store.keepContent(hashOf(content), bytes(content)),
  delete: (store, { chat }) => store.deleteChat(chatOf(chat)),
  // Stores five contents in a pack; a journal refers to the first few of them.
  async bring(_store, { chat, content }, database) {
    const contents = [0, 1, 2, 3, 4].map((next) => ({ hash: hashOf(content + next), content: bytes(content + next) }));
    const { packs } = await packTogether(contents, webCryptoHasher);
    const batches = createProjectBatches(database, () => 1);
    await batches.keepContents(new Map(), packs);
    const events = contents.slice(0, 1 + (content % 5)).map(
      ({ hash, content: { byteLength: size } }, index): JournalEvent => ({
        type: 'file-changed',
        path: `${index}.txt`,
        hash,
        size,
        by: 'user',
      }),
    );
    await batches.appendAll(chatOf(chat), events);
  },
  // Writes a row in the format of a newer version, or as damaged by a faulty disk.
  async damage(store, { chat, content }, database) {
    await store.append(chatOf(chat), message(content), new Map([[hashOf(content), bytes(content)]]));
    const [last] = (await database.getAllKeys('records', IDBKeyRange.bound([chatOf(chat), 0], [chatOf(chat), 1e9]))).toReversed();
    if (last !== undefined) await database.put('records', { nobody: { knows: [hashOf(content)] } }, last);
  },
};

/** Returns the hashes that records in the database still refer to. */
async function named(database: DevonzDatabase): Promise<Set<string>> {
  return new Set(
    JSON.stringify(await database.getAll('records'))
      .match(/"hash":"\d{64}"|\["\d{64}"\]/g)
      ?.map((text) => /\d{64}/.exec(text)?.[0] ?? ''),
  );
}

/** Returns the packs of which less than half is referred to. */
async function packsWithoutNeed(database: DevonzDatabase, needed: ReadonlySet<string>): Promise<number> {
  const entries = (await database.getAll('packed')).map((row) => packEntryFrom(row) ?? expect.unreachable());
  return entries.filter(({ hashes }) => hashes.filter((hash) => needed.has(hash)).length * 2 < hashes.length).length;
}

test('whatever chats did and whichever are deleted, what a journal names is there, and nothing else but the rest of packs that are mostly needed', async () => {
  const act: fc.Arbitrary<Act> = fc.record({
    act: fc.constantFrom('write', 'show', 'remove', 'damage', 'delete', 'keep', 'bring'),
    chat: fc.nat(3),
    content: fc.nat(12),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (history) => {
      const { database, store } = await open();
      for (const each of history) {
        await actions[each.act](store, each, database);
        const there = await allStored(contentStoresOf(database));
        for (const hash of await named(database)) expect(there).toContain(hash);
      }
      await store.swept();
      await sweepBlobs(database);
      const needed = await named(database);
      for (const hash of await database.getAllKeys('blobs')) expect(needed).toContain(hash);
      expect(await packsWithoutNeed(database, needed)).toBe(0);
      expect(await database.getAllKeys('packs')).toEqual(await database.getAllKeys('packed'));
      const wanted = [...needed].map((hash) => hash as ContentHash); // The hashes were created by `hashOf`.
      const contents = await createProjectFileStore(database).readAll(wanted);
      for (const hash of wanted) expect(contents.get(hash)).toEqual(bytes(Number(hash)));
    }),
    { numRuns: 40 },
  );
});

test('what another tab names while contents are swept stays', async () => {
  const { database, store } = await open();
  for (let content = 0; content < 500; content++) await store.keepContent(hashOf(content), bytes(content));
  const other = createJournalStore(database, () => 1);
  const sweeping = sweepBlobs(database);
  for (let content = 0; content < 20; content++)
    await other.append(chatOf(1), message(content), new Map([[hashOf(content), bytes(content)]]));
  await sweeping;
  expect(await database.getAllKeys('blobs')).toEqual(Array.from({ length: 20 }, (_none, content) => hashOf(content)));
});

test('it never holds a transaction for more than a few contents', async () => {
  const { database, store } = await open();
  for (let content = 0; content < 500; content++) await store.keepContent(hashOf(content), bytes(content));
  const counts: number[] = [];
  const sweeping = sweepBlobs(database);
  let isDone = false;
  void sweeping.then(() => {
    isDone = true;
  });
  while (!isDone) counts.push(await database.count('blobs'));
  expect(new Set(counts)).toEqual(new Set([500, 300, 100, 0].filter((count) => counts.includes(count))));
  expect(new Set(counts).size).toBeGreaterThan(2);
});
