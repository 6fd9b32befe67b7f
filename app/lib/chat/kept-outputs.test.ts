import { IDBFactory } from 'fake-indexeddb';
import { expect, onTestFinished, test, vi } from 'vitest';
import { webCryptoHasher } from '../agent/testing/test-session.ts';
import { sweepBlobs } from '../persistence/blob-sweep.ts';
import { openDatabase } from '../persistence/database.ts';
import { createJournalStore } from '../persistence/journal-store.ts';
import { createProjectFileStore } from '../persistence/project-file-store.ts';
import type { ChatId, ContentHash } from '../protocol/ids.ts';
import { type JournalEvent, journalEventSchema } from '../protocol/journal-event.ts';
import { createKeptOutputs } from './kept-outputs.ts';

const CHAT = 'chat-1' as ChatId;
const OTHER = 'chat-2' as ChatId;
const OUTPUT = Array.from({ length: 2_000 }, (_none, index) => `line ${index} of the tests`).join('\n');

/** The stores of one page; another page with the same browser is a reload. */
async function page(browser: IDBFactory) {
  vi.stubGlobal('indexedDB', browser);
  onTestFinished(() => void vi.unstubAllGlobals());
  const database = await openDatabase('test', { onClosed: () => expect.unreachable('the database was closed') });
  const journal = createJournalStore(database, () => 1);
  const files = createProjectFileStore(database, undefined, webCryptoHasher);
  const outputs = createKeptOutputs({ journal, files, hasher: webCryptoHasher });
  const note = (chatId: ChatId, event: JournalEvent) => journal.append(chatId, event, outputs.contentsOf(event));
  return { database, journal, outputs, note };
}

const CREATED: JournalEvent = { type: 'chat-created', title: 'A chat' };
const named = (hash: ContentHash, toolCallId = 'call-1') =>
  journalEventSchema.parse({
    type: 'tool-call-succeeded',
    toolCallId,
    output: { exitCode: 1 },
    durationMs: 5,
    effects: [{ type: 'output-kept', name: 'devonz:output/1', hash, lineCount: 2_000 }],
  });

test('an output stays after a sweep and a reload as long as a chat names it, and goes with that chat', async () => {
  const browser = new IDBFactory();
  const first = await page(browser);
  for (const chat of [CHAT, OTHER]) await first.note(chat, CREATED);
  const hash = await first.outputs.keep(OUTPUT);
  await first.note(CHAT, named(hash));
  const otherHash = await first.outputs.keep(`${OUTPUT}\nand more`);
  await first.note(OTHER, named(otherHash));
  await first.journal.deleteChat(OTHER);
  await first.journal.swept();
  expect(await first.outputs.read(hash)).toBe(OUTPUT);
  expect(await first.outputs.read(otherHash)).toBeNull();
  first.database.close();

  const second = await page(browser);
  await sweepBlobs(second.database);
  expect(await second.outputs.read(hash)).toBe(OUTPUT);
  await second.journal.deleteChat(CHAT);
  await second.journal.swept();
  expect(await second.outputs.read(hash)).toBeNull();
  expect(await second.database.count('blobs')).toBe(0);
});

test('an output that two chats name goes with the second of them', async () => {
  const { journal, outputs, note } = await page(new IDBFactory());
  for (const chat of [CHAT, OTHER]) {
    await note(chat, CREATED);
    await note(chat, named(await outputs.keep(OUTPUT)));
  }
  const hash = await outputs.keep(OUTPUT);
  await journal.deleteChat(CHAT);
  await journal.swept();
  expect(await outputs.read(hash)).toBe(OUTPUT);
  await journal.deleteChat(OTHER);
  await journal.swept();
  expect(await outputs.read(hash)).toBeNull();
});

test('a sweep between keeping an output and recording its call does not lose it', async () => {
  const { database, outputs, note } = await page(new IDBFactory());
  await note(CHAT, CREATED);
  const hash = await outputs.keep(OUTPUT);
  await sweepBlobs(database);
  await note(CHAT, named(hash));
  await sweepBlobs(database);
  expect(await outputs.read(hash)).toBe(OUTPUT);
});

test('an output that no record ever names is deleted by the next sweep', async () => {
  const { database, outputs } = await page(new IDBFactory());
  const hash = await outputs.keep(OUTPUT);
  await sweepBlobs(database);
  expect(await outputs.read(hash)).toBeNull();
});
