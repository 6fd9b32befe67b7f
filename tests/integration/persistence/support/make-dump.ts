import { openDB } from 'idb';
import { webCryptoHasher } from '../../../../app/lib/agent/testing/test-session.ts';
import { packTogether } from '../../../../app/lib/persistence/contents/content-pack.ts';
import { openDatabase } from '../../../../app/lib/persistence/database.ts';
import { createJournalStore } from '../../../../app/lib/persistence/journal-store.ts';
import type { DevonzDatabase } from '../../../../app/lib/persistence/migrations/database-schema.ts';
import { migrations } from '../../../../app/lib/persistence/migrations/migrations.ts';
import { createProjectBatches } from '../../../../app/lib/persistence/project-batches.ts';
import { createProjectStore } from '../../../../app/lib/persistence/project-store.ts';
import { createWorkspaceStore } from '../../../../app/lib/persistence/workspace-store.ts';
import { fileVersionSchema } from '../../../../app/lib/protocol/files/file-version.ts';
import { chatIdSchema, projectIdSchema } from '../../../../app/lib/protocol/ids.ts';
import type { JournalEvent } from '../../../../app/lib/protocol/journal-event.ts';
import { createTelemetryStore } from '../../../../app/lib/telemetry/telemetry-store.ts';
import { type Dump, dumpDatabase, restoreDump } from './stored-dump.ts';

const OLD = 'frozen';
const NEW = 'made';
/** From this version on, the scenario has a symbolic link. */
const FIRST_WITH_LINKS = 5;
const LINKED_CHAT = 'chat-completed';
/** From this version on, it has an imported project, whose records and files are packed. */
const FIRST_WITH_PACKS = 6;
const IMPORTED_CHAT = chatIdSchema.parse('chat-imported');
const IMPORTED_FILE = new TextEncoder().encode('brought in');
/** From this version on, it has a project whose contents were imported together, in a pack. */
const FIRST_WITH_CONTENT_PACKS = 7;
const PACKED_CHAT = chatIdSchema.parse('chat-packed');
const PACKED_FILES = Array.from({ length: 5 }, (_, index) => new TextEncoder().encode(`brought in together ${index}\n`.repeat(20)));
const LINK: JournalEvent = {
  type: 'file-changed',
  path: 'start.html',
  hash: fileVersionSchema.parse('link:./index.html'),
  size: 12,
  by: 'runtime',
  before: null,
};
/** As in the existing dumps, each event follows a second after the previous one. */
const BEGIN = 1_760_000_000_000;

async function imported(): Promise<JournalEvent[]> {
  const hash = await webCryptoHasher.hash(IMPORTED_FILE);
  const files = Array.from({ length: 60 }, (_, index): JournalEvent => {
    const path = `folder/file-${String(index).padStart(2, '0')}.txt`;
    return { type: 'file-changed', path, hash, size: IMPORTED_FILE.byteLength, by: 'user', before: null, isInherited: true };
  });
  return [{ type: 'chat-created', title: 'Brought in', projectId: projectIdSchema.parse('project-imported') }, ...files];
}

async function packedEvents(): Promise<JournalEvent[]> {
  const files = PACKED_FILES.map(async (content, index): Promise<JournalEvent> => {
    const hash = await webCryptoHasher.hash(content);
    return { type: 'file-changed', path: `${index}.txt`, hash, size: content.byteLength, by: 'user', before: null, isInherited: true };
  });
  return [{ type: 'chat-created', title: 'Packed', projectId: projectIdSchema.parse('project-packed') }, ...(await Promise.all(files))];
}

/** Copies the stored bytes if the scenario already contains them: another computer's gzip may produce different bytes. */
async function keepPacked(old: DevonzDatabase, made: DevonzDatabase, version: number): Promise<void> {
  if (version >= FIRST_WITH_CONTENT_PACKS) {
    for (const entry of await old.getAll('packed')) await made.put('packed', entry);
    for (const id of await old.getAllKeys('packs')) await made.put('packs', await old.get('packs', id), id);
    return;
  }
  const contents = await Promise.all(PACKED_FILES.map(async (content) => ({ content, hash: await webCryptoHasher.hash(content) })));
  const { packs } = await packTogether(contents, webCryptoHasher);
  await createProjectBatches(made, () => BEGIN).keepContents(new Map(), packs);
}

/**
 * Returns a frozen dump as stored by the current code: its journals are written again event by event, with everything that the stores
 * derive from them. The copy that is read is first upgraded to the current version, like a user's.
 */
export async function makeDump(frozen: Dump): Promise<Dump> {
  await restoreDump(OLD, frozen);
  const old = await openDatabase(OLD, { onClosed: () => undefined });
  const made = await openDatabase(NEW, { onClosed: () => undefined });
  let now = BEGIN;
  const tick = () => {
    now += 1_000;
    return now;
  };
  const [source, target] = [createJournalStore(old, tick), createJournalStore(made, tick)];
  const chats = (await source.listChats()).sort((a, b) => a.createdAt - b.createdAt);
  const batches = createProjectBatches(made, tick);
  for (const { chatId } of chats) {
    if (chatId === IMPORTED_CHAT || chatId === PACKED_CHAT) continue;
    for (const { event } of (await source.load(chatId)).records) {
      const content = event.type === 'file-changed' ? await old.get('blobs', event.hash) : undefined;
      // As they are stored: the content codec has its own tests.
      if (event.type === 'file-changed' && content !== undefined) await made.put('blobs', content, event.hash);
      await target.append(chatId, event);
    }
    if (frozen.version < FIRST_WITH_LINKS && chatId === LINKED_CHAT) await target.append(chatId, LINK);
    for (const { stepId, parts } of await source.partials(chatId)) target.keepPartial(chatId, stepId, parts);
  }
  const brought =
    frozen.version < FIRST_WITH_PACKS ? await imported() : (await source.load(IMPORTED_CHAT)).records.map(({ event }) => event);
  for (const event of brought) if (event.type === 'file-changed') await batches.keepContents(new Map([[event.hash, IMPORTED_FILE]]));
  await batches.appendAll(IMPORTED_CHAT, brought);
  await keepPacked(old, made, frozen.version);
  await batches.appendAll(PACKED_CHAT, await packedEvents());
  for (const { projectId, name, archivedAt, deletedAt } of await createProjectStore(old).list()) {
    await createProjectStore(made).change(projectId, { name, archivedAt, deletedAt });
    const window = await createWorkspaceStore(old).load(projectId);
    if (window !== null) await createWorkspaceStore(made).save(projectId, window);
  }
  await createTelemetryStore(made).append(await createTelemetryStore(old).list());
  for (const key of await old.getAllKeys('mcp')) await made.put('mcp', await old.get('mcp', key), key);
  old.close();
  made.close();
  const raw = await openDB(NEW, migrations.length);
  const dump = await dumpDatabase(raw, frozen.localStorage);
  raw.close();
  return dump;
}
