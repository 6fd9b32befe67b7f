import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { openDB } from 'idb';
import { expect, test, vi } from 'vitest';
import { projectRecords } from '../../../app/lib/agent/conversation/projection.ts';
import { webCryptoHasher } from '../../../app/lib/agent/testing/test-session.ts';
import { sweepBlobs } from '../../../app/lib/persistence/blob-sweep.ts';
import type { Damage } from '../../../app/lib/persistence/damage.ts';
import { openDatabase } from '../../../app/lib/persistence/database.ts';
import { createFolderStore } from '../../../app/lib/persistence/folder-store.ts';
import { createJournalStore } from '../../../app/lib/persistence/journal-store.ts';
import { createMcpStore } from '../../../app/lib/persistence/mcp-store.ts';
import { migrations } from '../../../app/lib/persistence/migrations/migrations.ts';
import { createProjectFileStore } from '../../../app/lib/persistence/project-file-store.ts';
import { createProjectStore } from '../../../app/lib/persistence/project-store.ts';
import { createWorkspaceStore } from '../../../app/lib/persistence/workspace-store.ts';
import { mcpServerSchema } from '../../../app/lib/protocol/mcp/mcp.ts';
import { createTelemetryStore } from '../../../app/lib/telemetry/telemetry-store.ts';
import { readDump, restoreDump } from './support/stored-dump.ts';

/** The ways in which a row can be damaged. */
type Harm =
  | { type: 'replaced'; by: unknown }
  | { type: 'field lost'; at: number }
  | { type: 'field wrong'; at: number; by: unknown }
  | { type: 'bytes'; bytes: Uint8Array };

const junk = fc.constantFrom<unknown>(null, 42, Number.NaN, 'text', true, [], {}, new Uint8Array([1, 2, 3]));
const harms: fc.Arbitrary<Harm> = fc.oneof(
  fc.record({ type: fc.constant('replaced' as const), by: junk }),
  fc.record({ type: fc.constant('field lost' as const), at: fc.nat(40) }),
  fc.record({ type: fc.constant('field wrong' as const), at: fc.nat(40), by: junk }),
  fc.record({ type: fc.constant('bytes' as const), bytes: fc.uint8Array({ maxLength: 400 }) }),
);

function harmed(value: unknown, harm: Harm): unknown {
  if (harm.type === 'replaced') return harm.by;
  const copy = structuredClone(value);
  const places = placesOf(copy);
  if (harm.type === 'bytes') {
    const place = places.find(({ owner, name }) => owner[name] instanceof Uint8Array);
    if (place === undefined) return harm.bytes;
    place.owner[place.name] = harm.bytes;
    return copy;
  }
  const place = places[harm.at % Math.max(1, places.length)];
  if (place === undefined) return harm.type === 'field wrong' ? harm.by : null;
  if (harm.type === 'field lost') delete place.owner[place.name];
  else place.owner[place.name] = harm.by;
  return copy;
}

/** Returns every field in it, at any depth. */
function placesOf(value: unknown): { owner: Record<string, unknown>; name: string }[] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [];
  const owner = value as Record<string, unknown>; // An object or an array, whose fields are checked one by one.
  return Object.keys(owner).flatMap((name) => [{ owner, name }, ...placesOf(owner[name])]);
}

const dump = readDump(migrations.length);
const rows = Object.entries(dump.stores).flatMap(([store, { rows: given }]) => given.map((_row, index) => ({ store, index })));
const server = mcpServerSchema.safeParse({ name: 'notes', kind: 'http', transport: 'http', url: 'https://mcp.example/', isOn: true }).data;

/** Reads everything that the app reads when it starts, lists and opens. */
async function readEverything() {
  const named: string[] = [];
  const report = (damage: Damage) => void named.push(damage.key);
  const database = await openDatabase('devonz', { onClosed: () => expect.unreachable() });
  const journal = createJournalStore(database, () => 1, 'me', report);
  const files = createProjectFileStore(database, report, webCryptoHasher);
  const projects = await createProjectStore(database, report).list();
  const chats = await journal.listChats();
  const opened = [];
  for (const { chatId, title } of chats) {
    const { records, damaged } = await journal.load(chatId);
    if (damaged.length > 0) named.push(`records ${chatId}`);
    opened.push({
      chatId,
      title,
      projectId: await journal.projectOf(chatId),
      state: projectRecords(records),
      partials: await journal.partials(chatId),
    });
  }
  const contents = [];
  for (const { projectId } of projects) {
    const listed = await files.list(projectId);
    const read = await files.readAll(listed.map(({ hash }) => hash));
    contents.push(
      ...listed.map(({ path, hash }) => ({ projectId, path, text: read.has(hash) ? new TextDecoder().decode(read.get(hash)) : null })),
    );
    await createWorkspaceStore(database).load(projectId);
    await createFolderStore(database).load(projectId);
  }
  await createTelemetryStore(database).list();
  if (server !== undefined) await createMcpStore(database).confirmed(server);
  const countContents = async () =>
    (await Promise.all((['blobs', 'packed', 'packs'] as const).map((store) => database.count(store)))).join();
  const before = await countContents();
  await sweepBlobs(database);
  const isSwept = (await countContents()) !== before;
  for (const { chatId } of chats) await journal.inheritFiles(chatId);
  database.close();
  return { chats: opened, contents, named, isSwept };
}

async function stored(store: string, index: number): Promise<{ key: IDBValidKey; value: unknown }> {
  const database = await openDB('devonz');
  const [keys, values] = await Promise.all([database.getAllKeys(store), database.getAll(store)]);
  database.close();
  return { key: keys[index] ?? expect.unreachable(), value: values[index] };
}

test('whatever row is damaged, and however: all else opens, it is named, and nothing is deleted', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  await restoreDump('devonz', dump);
  const whole = await readEverything();
  expect(whole.named).toEqual([]);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...rows), harms, async ({ store, index }, harm) => {
      vi.stubGlobal('indexedDB', new IDBFactory());
      await restoreDump('devonz', dump);
      const { key, value } = await stored(store, index);
      const harmedValue = harmed(value, harm);
      const writer = await openDB('devonz');
      // A row that contains its key keeps it, whatever else is damaged.
      const hasKey = writer.transaction(store).store.keyPath !== null;
      const damage = hasKey ? { ...(typeof harmedValue === 'object' ? harmedValue : {}), id: key } : harmedValue;
      await writer.put(store, damage, hasKey ? undefined : key);
      writer.close();
      const read = await readEverything();

      expect(read.isSwept).toBe(false);
      expect(await stored(store, index)).toEqual({ key, value: damage });
      // All chats and files exist, whichever row is damaged; data from other rows is unchanged.
      expect(read.chats.map(({ chatId }) => chatId).sort()).toEqual(whole.chats.map(({ chatId }) => chatId).sort());
      const mayDiffer = store === 'records' ? String((key as unknown[])[0]) : null;
      for (const chat of read.chats) {
        const before = whole.chats.find(({ chatId }) => chatId === chat.chatId);
        if (chat.chatId === mayDiffer) continue;
        expect(chat.state).toEqual(before?.state);
        if (store !== 'chats') expect(chat.projectId).toEqual(before?.projectId);
      }
      for (const { projectId, path, text } of whole.contents) {
        const now = read.contents.find((file) => file.projectId === projectId && file.path === path);
        if (store === 'blobs' || store === 'packs')
          expect(now?.text === text || (now?.text === null && read.named.some((name) => name.startsWith(`${store} `)))).toBe(true);
        else if (store !== 'files' || read.named.length === 0) expect(now?.text).toBe(text);
      }
      if (harm.type === 'replaced' && ['chats', 'projects', 'files', 'records'].includes(store))
        expect(read.named.filter((name) => name.startsWith(store))).not.toEqual([]);
    }),
    {
      numRuns: 300,
      // Rare in random runs: a row whose first field, its own ID, belongs to another row.
      examples: ['projects', 'chats'].map((store): [{ store: string; index: number }, Harm] => [
        { store, index: 0 },
        { type: 'field wrong', at: 0, by: 'text' },
      ]),
    },
  );
});

const LINK = 'start.html';
const isOfLink = (given: unknown) => JSON.stringify(given).includes(`"${LINK}"`);

/** Returns where the dump's link is stored: its row, and the record that names it. */
function linkRows() {
  return (['files', 'records'] as const).map((store) => {
    const index = dump.stores[store]?.rows.findIndex(isOfLink) ?? -1;
    expect(index).toBeGreaterThan(-1);
    return { store, index };
  });
}

/** Values that are not a link's version: an empty target, one longer than a path may be, or a lost type. */
const NO_LINKS: readonly unknown[] = ['link:', `link:${'x'.repeat(5_000)}`, './index.html', 'LINK:./index.html', null, 7];

test.each(NO_LINKS)('a symbolic link whose version is damaged (%s) takes no other file with it', async (version) => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  await restoreDump('devonz', dump);
  const whole = await readEverything();
  for (const { store, index } of linkRows()) {
    vi.stubGlobal('indexedDB', new IDBFactory());
    await restoreDump('devonz', dump);
    const { key, value } = await stored(store, index);
    const damage = structuredClone(value);
    const owner = placesOf(damage).find(({ name }) => name === 'hash')?.owner ?? expect.unreachable();
    owner['hash'] = version;
    const writer = await openDB('devonz');
    await writer.put(store, damage, key);
    writer.close();
    const read = await readEverything();
    expect(read.named).toEqual([store === 'files' ? `files project-a ${LINK}` : 'records chat-completed']);
    // The row is restored from the record, and the record is not needed while the row is intact.
    expect(read.contents).toEqual(whole.contents);
    expect(read.chats.map(({ chatId }) => chatId)).toEqual(whole.chats.map(({ chatId }) => chatId));
    expect(await stored(store, index)).toEqual({ key, value: damage });
  }
});
