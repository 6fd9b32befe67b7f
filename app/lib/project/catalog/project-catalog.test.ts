import { createHash } from 'node:crypto';
import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { createNoticeService } from '../../notices/notice-service.ts';
import { openDatabase } from '../../persistence/database.ts';
import { createJournalStore } from '../../persistence/journal-store.ts';
import type { DevonzDatabase } from '../../persistence/migrations/database-schema.ts';
import { createProjectBatches } from '../../persistence/project-batches.ts';
import { createProjectFileStore } from '../../persistence/project-file-store.ts';
import { createProjectStore } from '../../persistence/project-store.ts';
import { type ChatId, contentHashSchema, type ProjectId } from '../../protocol/ids.ts';
import { $projects } from '../../stores/projects.ts';
import { $notices } from '../../stores/workbench.ts';
import { createProjectCatalog, KEPT_DELETED } from './project-catalog.ts';
import { searchProjects } from './project-search.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const hashOf = (text: string) => contentHashSchema.parse(createHash('sha256').update(text).digest('hex'));

let database: DevonzDatabase;

beforeEach(async () => {
  $notices.set([]);
  await open();
});

async function open(): Promise<void> {
  vi.stubGlobal('indexedDB', new IDBFactory());
  database = await openDatabase('test', { onClosed: () => expect.unreachable('the database was closed') });
}

/** A catalog with its real stores; `busy` is a project that is open in another tab. */
function catalog({ busy = null }: { busy?: ProjectId | null } = {}) {
  let now = 1;
  let ids = 0;
  const clock = () => ++now;
  const journal = createJournalStore(database, clock);
  const projects = createProjectStore(database);
  const files = createProjectFileStore(database);
  const opened: ChatId[] = [];
  const made = createProjectCatalog({
    projects,
    batches: createProjectBatches(database, clock),
    files,
    journal,
    notices: createNoticeService(),
    ids: { next: () => `id-${++ids}` },
    now: () => now,
    search: (query, onHits) => searchProjects(query, { projects, journal, files }, (hit) => onHits([hit])),
    openProject: () => null,
    place: () => null,
    recorded: async () => undefined,
    chatOf: () => null,
    newChat: async () => undefined,
    openChat: async (chatId) => opened.push(chatId) > 0,
    refreshChats: async () => undefined,
    async whileFree(projectId, work) {
      if (projectId === busy) return false;
      await work();
      return true;
    },
  });
  const begin = async (name: string, texts: Record<string, string>): Promise<ProjectId> => {
    const projectId = `p-${name}` as ProjectId;
    const chatId = `c-${name}` as ChatId;
    await journal.append(chatId, { type: 'chat-created', title: name, projectId });
    for (const [path, text] of Object.entries(texts))
      await journal.appendFile(chatId, { path, content: bytes(text), hash: hashOf(text), by: 'user' });
    await made.refreshProjects();
    return projectId;
  };
  const contents = async (projectId: ProjectId) => {
    const listed = await files.list(projectId);
    const read = listed.map(async ({ path, hash }) => [path, new TextDecoder().decode((await files.read(hash)) ?? bytes('missing'))]);
    return Object.fromEntries(await Promise.all(read)) as Record<string, string>;
  };
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { made, begin, contents, pass, opened, journal };
}

test('a deleted project can be taken back for thirty days, and then it is gone with its contents', async () => {
  const { made, begin, contents, pass } = catalog();
  const shop = await begin('Shop', { 'a.txt': 'shop' });
  await made.deleteProject(shop);
  expect($projects.get().find(({ projectId }) => projectId === shop)?.deletedAt).not.toBeNull();
  $notices.get()[0]?.action?.run();
  await vi.waitFor(() => expect($projects.get().find(({ projectId }) => projectId === shop)?.deletedAt).toBeNull());
  expect(await contents(shop)).toEqual({ 'a.txt': 'shop' });
  await made.deleteProject(shop);
  pass(KEPT_DELETED - 100);
  await made.purge();
  expect(await contents(shop)).toEqual({ 'a.txt': 'shop' });
  pass(200);
  await made.purge();
  await made.refreshProjects();
  expect([$projects.get(), await database.count('blobs')]).toEqual([[], 0]);
});

test('a project that another tab has open is not deleted, and that is said', async () => {
  const { made, begin, contents } = catalog({ busy: 'p-Shop' as ProjectId });
  const shop = await begin('Shop', { 'a.txt': 'shop' });
  await made.deleteProject(shop);
  await made.deleteProjectNow(shop);
  expect($notices.get().map(({ message }) => message)).toEqual(
    Array(2).fill('The project was not deleted: The project is open in another tab. Close it there first'),
  );
  expect(await contents(shop)).toEqual({ 'a.txt': 'shop' });
});

test('a search finds names of files, contents, what was said and what a command of the user printed, and nothing of what is deleted', async () => {
  const { made, begin, journal } = catalog();
  const shop = await begin('Shop', { 'src/basket.ts': 'const total = 1;' });
  const blog = await begin('Blog', { 'post.md': 'About the Basket' });
  const gone = await begin('Gone', { 'basket.txt': 'basket' });
  const said = await begin('Said', { 'x.txt': 'x' });
  const message = { id: 'm', role: 'user' as const, parts: [{ type: 'text' as const, text: 'Make a basket' }] };
  await journal.append('c-Said' as ChatId, { type: 'user-message', message, mode: 'agent' });
  const ran = await begin('Ran', { 'x.txt': 'y' });
  const done = { command: 'npm test', status: 'completed' as const, exitCode: 1, output: 'basket.test.ts failed' };
  await journal.append('c-Ran' as ChatId, { type: 'user-command', messageId: 'm', done });
  await made.deleteProject(gone);
  const found: string[] = [];
  await made.searchProjects(
    'BASKET',
    (hits) => found.push(...hits.map(({ projectId, place }) => `${projectId} ${place.type}`)),
    new AbortController().signal,
  );
  expect(found.sort()).toEqual([`${blog} file`, `${ran} chat`, `${said} chat`, `${shop} file`]);
});

const stepArbitrary = fc.record({
  kind: fc.constantFrom('rename', 'archive', 'unarchive', 'duplicate', 'delete', 'restore', 'delete-now', 'purge'),
  at: fc.nat({ max: 9 }),
  name: fc.string({ maxLength: 120 }),
});

test('whatever is done to projects, in any order, every one that was not deleted for good has its contents, and none else is there', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { maxLength: 12 }), async (steps) => {
      await open();
      const { made, begin, contents, opened, journal } = catalog();
      const expected = new Map<ProjectId, Record<string, string>>();
      for (const name of ['One', 'Two']) {
        // The two projects share one content.
        const texts = { 'a.txt': `of ${name}`, 'same.txt': 'the same' };
        expected.set(await begin(name, texts), texts);
      }
      for (const { kind, at, name } of steps) {
        const projectId = [...expected.keys()][at % Math.max(1, expected.size)];
        if (projectId === undefined) break;
        if (kind === 'rename') await made.renameProject(projectId, name);
        if (kind === 'archive' || kind === 'unarchive') await made.archiveProject(projectId, kind === 'archive');
        if (kind === 'delete') await made.deleteProject(projectId);
        if (kind === 'restore') await made.restoreProject(projectId);
        if (kind === 'purge') await made.purge();
        if (kind === 'delete-now') {
          await made.deleteProjectNow(projectId);
          expected.delete(projectId);
        }
        if (kind !== 'duplicate') continue;
        await made.duplicateProject(projectId);
        const copy = await journal.projectOf(opened.at(-1) ?? expect.unreachable('no copy was opened'));
        expected.set(copy ?? expect.unreachable('the copy has no project'), { ...expected.get(projectId) });
      }
      await made.refreshProjects();
      expect(new Set($projects.get().map(({ projectId }) => projectId))).toEqual(new Set(expected.keys()));
      for (const [projectId, texts] of expected) expect(await contents(projectId)).toEqual(texts);
      expect($projects.get().every(({ name }) => name.trim() !== '' && name.length <= 107)).toBe(true);
      const kept = new Set([...expected.values()].flatMap((texts) => Object.values(texts)));
      expect(await database.count('blobs')).toBe(kept.size);
    }),
    { numRuns: 25 },
  );
});
