import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, expect, test, vi } from 'vitest';
import { projectRecords } from '../../../app/lib/agent/conversation/projection.ts';
import { checkpointsOf } from '../../../app/lib/chat/checkpoints.ts';
import { storedSize } from '../../../app/lib/persistence/blob-codec.ts';
import { sweepBlobs } from '../../../app/lib/persistence/blob-sweep.ts';
import { openDatabase } from '../../../app/lib/persistence/database.ts';
import { createJournalStore } from '../../../app/lib/persistence/journal-store.ts';
import { migrations } from '../../../app/lib/persistence/migrations/migrations.ts';
import { createProjectFileStore } from '../../../app/lib/persistence/project-file-store.ts';
import { createProjectStore } from '../../../app/lib/persistence/project-store.ts';
import { measureKept } from '../../../app/lib/persistence/room/storage-use.ts';
import { createSettingsStore } from '../../../app/lib/persistence/settings-store.ts';
import { createWorkspaceStore } from '../../../app/lib/persistence/workspace-store.ts';
import { chatIdSchema, contentHashSchema, projectIdSchema } from '../../../app/lib/protocol/ids.ts';
import { createTelemetryStore } from '../../../app/lib/telemetry/telemetry-store.ts';
import { makeDump } from './support/make-dump.ts';
import { readDump, restoreDump } from './support/stored-dump.ts';

beforeEach(() => vi.stubGlobal('indexedDB', new IDBFactory()));

const open = () => openDatabase('devonz', { onClosed: () => expect.unreachable() });
const completed = chatIdSchema.parse('chat-completed');
const waiting = chatIdSchema.parse('chat-waiting');
const VERSIONS = migrations.map((_, index) => index + 1);

test.each(VERSIONS)('what version %i of the database had kept is found: chats, projects, files, checkpoints, settings', async (version) => {
  const dump = readDump(version);
  await restoreDump('devonz', dump);
  const database = await open();
  const journal = createJournalStore(database, () => 1);
  expect((await journal.listChats()).map(({ title }) => title).sort()).toEqual([
    'A page with a heading',
    ...(version >= 6 ? ['Brought in'] : []),
    ...(version >= 7 ? ['Packed'] : []),
    'Waits',
  ]);

  const { records, damaged } = await journal.load(completed);
  expect(damaged).toEqual([]);
  const state = projectRecords(records);
  expect(state).toMatchObject({ status: 'completed', title: 'A page with a heading' });
  expect([...state.toolCalls.values()]).toMatchObject([
    { toolName: 'devonz_write_file', status: 'success', effects: [{ type: 'file-created', path: 'index.html' }] },
  ]);
  expect(checkpointsOf(records)).toHaveLength(2);
  // Until version 7, `person` meant the user.
  const authors = new Set(records.flatMap(({ event }) => (event.type === 'file-changed' ? [event.by] : [])));
  expect([authors.has('agent'), authors.has('user')]).toEqual([true, true]);

  const asked = projectRecords((await journal.load(waiting)).records);
  expect(asked.status).toBe('waiting_for_approval');
  expect([...asked.toolCalls.values()]).toMatchObject([{ status: 'awaiting_approval', approval: { action: 'run' } }]);

  const projectId = (await journal.projectOf(completed)) ?? expect.unreachable();
  expect((await createProjectStore(database).list()).map(({ name }) => name)).toContain(version < 4 ? 'A page with a heading' : 'A page');
  const files = createProjectFileStore(database);
  const listed = await files.list(projectId);
  expect(listed.map(({ path }) => path)).toEqual(['icon.bin', 'index.html', ...(version >= 5 ? ['start.html'] : [])]);
  const contents = await files.readAll(listed.map(({ hash }) => hash));
  const text = contents.get(listed[1]?.hash ?? expect.unreachable());
  expect(new TextDecoder().decode(text)).toContain('<h1>Two</h1>');
  // The version before it, which a checkpoint restores.
  const first = records.find(({ event }) => event.type === 'file-changed')?.event;
  const before = first?.type === 'file-changed' ? await files.read(first.hash) : null;
  expect(new TextDecoder().decode(before ?? new Uint8Array())).toContain('<h1>One</h1>');

  const target = { addEventListener: () => undefined, removeEventListener: () => undefined };
  const storage = { getItem: (key: string) => dump.localStorage[key] ?? null };
  const settings = createSettingsStore(storage as Storage, target).load(); // Loading uses only `getItem`.
  expect(settings.problems).toEqual([]);
  expect(settings.settings.agent.maxIterations).toBe(12);
  if (version >= 2) expect(await createTelemetryStore(database).list()).toHaveLength(1);
  database.close();
});

test('version 4: the window of a project, an answer that streamed and what was confirmed of a server are found', async () => {
  await restoreDump('devonz', readDump(4));
  const database = await open();
  const window = await createWorkspaceStore(database).load(projectIdSchema.parse('project-a'));
  expect(window).toMatchObject({ activeFile: 'index.html', unsaved: [{ path: 'index.html', text: 'typed' }] });
  expect(await createJournalStore(database, () => 1).partials(waiting)).toMatchObject([{ parts: [{ type: 'text', text: 'half' }] }]);
  expect(await database.getAll('mcp')).toHaveLength(1);
  database.close();
});

test('version 5: a symbolic link is one, and the contents that are kept stay when what is unused is deleted', async () => {
  await restoreDump('devonz', readDump(5));
  const database = await open();
  const files = createProjectFileStore(database);
  const link = (await files.list(projectIdSchema.parse('project-a'))).at(-1);
  expect(link).toEqual({ path: 'start.html', hash: 'link:./index.html', size: 12 });
  expect(new TextDecoder().decode((await files.read(link?.hash ?? expect.unreachable())) ?? undefined)).toBe('./index.html');
  const kept = await database.getAllKeys('blobs');
  await database.put('blobs', new Uint8Array([1]), 'f'.repeat(64));
  await sweepBlobs(database);
  expect(await database.getAllKeys('blobs')).toEqual(kept);
  database.close();
});

test('version 6: of many files brought in at once each is found, changed, removed and inherited as any other', async () => {
  await restoreDump('devonz', readDump(6));
  const database = await open();
  const journal = createJournalStore(database, () => 1);
  const files = createProjectFileStore(database);
  const [chatId, projectId] = [chatIdSchema.parse('chat-imported'), projectIdSchema.parse('project-imported')];
  expect((await journal.load(chatId)).records.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 61 }, (_, index) => index));
  expect((await journal.load(chatId, 31)).records.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: 30 }, (_, index) => index + 31),
  );
  const hash = (await files.list(projectId))[0]?.hash ?? expect.unreachable();
  await journal.append(chatId, { type: 'file-removed', path: 'folder/file-03.txt', by: 'user', before: hash });
  const { event } = await journal.appendFile(chatId, {
    path: 'folder/file-05.txt',
    content: new Uint8Array([1]),
    hash: contentHashSchema.parse('5'.repeat(64)),
    by: 'user',
  });
  const listed = await files.list(projectId);
  expect(listed.map(({ path }) => path)).not.toContain('folder/file-03.txt');
  expect([listed.length, listed[4]?.hash]).toEqual([59, event.type === 'file-changed' ? event.hash : null]);

  const other = chatIdSchema.parse('chat-other');
  await journal.append(other, { type: 'chat-created', title: 'Another', projectId });
  await journal.inheritFiles(other);
  const inherited = (await journal.load(other)).records.flatMap((record) => (record.event.type === 'file-changed' ? [record.event] : []));
  expect(inherited.map(({ path, hash: version }) => [path, version])).toEqual(listed.map(({ path, hash: version }) => [path, version]));
  await journal.inheritFiles(chatId);
  expect((await journal.load(chatId)).records).toHaveLength(63);

  const kept = await database.getAllKeys('blobs');
  await sweepBlobs(database);
  expect(await database.getAllKeys('blobs')).toEqual(kept);
  database.close();
});

test('version 7: contents that were brought in together are found, each and all, and stay when what is unused is deleted', async () => {
  await restoreDump('devonz', readDump(7));
  const database = await open();
  const files = createProjectFileStore(database);
  const listed = await files.list(projectIdSchema.parse('project-packed'));
  const texts = listed.map((_file, index) => `brought in together ${index}\n`.repeat(20));
  const read = await Promise.all(listed.map(async ({ hash }) => new TextDecoder().decode((await files.read(hash)) ?? undefined)));
  const contents = await files.readAll(listed.map(({ hash }) => hash).reverse());
  expect([read, listed.map(({ hash }) => new TextDecoder().decode(contents.get(hash)))]).toEqual([texts, texts]);

  const kept = await database.getAllKeys('packs');
  await sweepBlobs(database);
  expect([kept.length, await database.getAllKeys('packs')]).toEqual([1, kept]);
  // If most contents of a pack are gone, the others become separate rows.
  const journal = createJournalStore(database, () => 1);
  await journal.append(chatIdSchema.parse('chat-other'), {
    type: 'chat-created',
    title: 'Another',
    projectId: projectIdSchema.parse('other'),
  });
  for (const { path, hash, size } of listed.slice(0, 2))
    await journal.append(chatIdSchema.parse('chat-other'), { type: 'file-changed', path, hash, size, by: 'user', before: null });
  await journal.deleteChat(chatIdSchema.parse('chat-packed'));
  await journal.swept();
  const now = await Promise.all(
    listed.map(async ({ hash }) => new TextDecoder().decode((await createProjectFileStore(database).read(hash)) ?? undefined)),
  );
  expect([now, await database.count('packs'), await database.count('packed')]).toEqual([[...texts.slice(0, 2), '', '', ''], 0, 0]);
  database.close();
});

test('a dump that is made now has every store of this version, and tells what the newest frozen one tells', async () => {
  const newest = readDump(migrations.length);
  const made = await makeDump(newest);
  expect(Object.keys(made.stores)).toEqual(Object.keys(newest.stores).sort());
  expect(made.version).toBe(migrations.length);
  for (const store of ['records', 'blobs', 'packed', 'packs', 'files', 'telemetry'])
    expect(made.stores[store]?.rows, store).toEqual(newest.stores[store]?.rows);
  await restoreDump('devonz', made);
  const database = await open();
  expect((await createProjectStore(database).list()).map(({ name }) => name).sort()).toEqual(['A page', 'Brought in', 'Packed', 'Waits']);
  expect(await createJournalStore(database, () => 1).partials(waiting)).toMatchObject([{ parts: [{ type: 'text', text: 'half' }] }]);
  const window = await createWorkspaceStore(database).load(projectIdSchema.parse('project-a'));
  expect(window).toMatchObject({ activeFile: 'index.html', unsaved: [{ path: 'index.html', text: 'typed' }] });
  database.close();
});

test('what uses the storage is counted by who needs it', async () => {
  await restoreDump('devonz', readDump(4));
  const database = await open();
  const kept = await measureKept(database);
  const sizes = await Promise.all((await database.getAllKeys('blobs')).map(async (hash) => storedSize(await database.get('blobs', hash))));
  expect(kept.files + kept.versions).toBe(sizes.reduce((sum, size) => sum + size, 0));
  expect(kept.files).toBeGreaterThan(200);
  expect(kept.versions).toBeGreaterThan(0);
  expect(kept.chats).toBe(JSON.stringify(await database.getAll('records')).length - (await database.count('records')) - 1);
  expect(kept.deleted).toBe(0);
  const projectId = projectIdSchema.parse('project-a');
  await createProjectStore(database).change(projectId, { deletedAt: 5 });
  expect((await measureKept(database)).deleted).toBe(kept.files);
  database.close();
});

test('a database of a later version is left as it is, and its user reads what to do', async () => {
  const future = await openDB('devonz', migrations.length + 1, { upgrade: (opened) => void opened.createObjectStore('of-the-future') });
  await future.put('of-the-future', 'kept', 'key');
  future.close();
  await expect(open()).rejects.toThrow(/newer version of Devonz.*Nothing was changed or lost\. Reload the page/);
  const again = await openDB('devonz', migrations.length + 1);
  expect(await again.get('of-the-future', 'key')).toBe('kept');
  again.close();
});

test('an old tab that holds the database is named; once it is closed the upgrade continues with all that was kept', async () => {
  await restoreDump('devonz', readDump(1));
  // A page of version 1 that does not close its connection.
  const old = await openDB('devonz', 1);
  let opening: ReturnType<typeof openDatabase> | undefined;
  await new Promise<void>((onBlocked) => {
    opening = openDatabase('devonz', { onClosed: () => expect.unreachable(), onBlocked });
  });
  expect(await old.getAll('chats')).toHaveLength(2);
  old.close();
  const database = (await opening) ?? expect.unreachable();
  expect(await createJournalStore(database, () => 1).listChats()).toHaveLength(2);
  database.close();
});

test('a tab of this version lets go for a newer one, and says to be reloaded', async () => {
  let closed = 0;
  const database = await openDatabase('devonz', { onClosed: () => closed++ });
  const newer = await openDB('devonz', migrations.length + 1);
  expect(closed).toBe(1);
  expect(() => database.transaction('chats')).toThrow();
  newer.close();
});
