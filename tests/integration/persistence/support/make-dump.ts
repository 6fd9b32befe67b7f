import { openDB } from 'idb';
import { openDatabase } from '../../../../app/lib/persistence/database.ts';
import { createJournalStore } from '../../../../app/lib/persistence/journal-store.ts';
import { migrations } from '../../../../app/lib/persistence/migrations/migrations.ts';
import { createProjectStore } from '../../../../app/lib/persistence/project-store.ts';
import { createWorkspaceStore } from '../../../../app/lib/persistence/workspace-store.ts';
import { fileVersionSchema } from '../../../../app/lib/protocol/files/file-version.ts';
import type { JournalEvent } from '../../../../app/lib/protocol/journal-event.ts';
import { createTelemetryStore } from '../../../../app/lib/telemetry/telemetry-store.ts';
import { type Dump, dumpDatabase, restoreDump } from './stored-dump.ts';

const OLD = 'frozen';
const NEW = 'made';
/** From this version on the story has a symbolic link. */
const FIRST_WITH_LINKS = 5;
const LINKED_CHAT = 'chat-completed';
const LINK: JournalEvent = {
  type: 'file-changed',
  path: 'start.html',
  hash: fileVersionSchema.parse('link:./index.html'),
  size: 12,
  by: 'runtime',
  before: null,
};
/** As in the dumps that there are: each event a second after the one before it. */
const BEGIN = 1_760_000_000_000;

/**
 * What today's own code keeps of what a frozen dump tells: its journals are written again event by event, and with them all that the
 * stores make of them. The copy that is read is first taken to today's version, as a user's is.
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
  for (const { chatId } of chats) {
    for (const { event } of (await source.load(chatId)).records) {
      const content = event.type === 'file-changed' ? await old.get('blobs', event.hash) : undefined;
      // As they are stored: the codec of contents has tests of its own.
      if (event.type === 'file-changed' && content !== undefined) await made.put('blobs', content, event.hash);
      await target.append(chatId, event);
    }
    if (frozen.version < FIRST_WITH_LINKS && chatId === LINKED_CHAT) await target.append(chatId, LINK);
    for (const { stepId, parts } of await source.partials(chatId)) target.keepPartial(chatId, stepId, parts);
  }
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
