import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { webCryptoHasher } from '../../agent/testing/test-session.ts';
import { type ChatId, type ProjectId, stepIdSchema, toolCallIdSchema } from '../../protocol/ids.ts';
import type { JournalEvent } from '../../protocol/journal-event.ts';
import { openDatabase } from '../database.ts';
import { createJournalStore } from '../journal-store.ts';
import type { DevonzDatabase } from '../migrations/database-schema.ts';
import { createProjectFileStore } from '../project-file-store.ts';
import { createContentFinder } from './find-contents.ts';

const PROJECT = 'project-1' as ProjectId;
const TEXT = 'export const größe = 1;\n';
const content = new TextEncoder().encode(TEXT);
let database: DevonzDatabase;

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  database = await openDatabase('test', { onClosed: () => expect.unreachable() });
});

async function find(folder: FileSystemDirectoryHandle | null = null) {
  const finder = createContentFinder({ database, hasher: webCryptoHasher, folderOf: async () => folder });
  const hash = await webCryptoHasher.hash(content);
  const found = await finder.find([{ path: 'src/a.ts', hash, size: content.byteLength }], PROJECT);
  expect(await createProjectFileStore(database, undefined, webCryptoHasher).read(hash)).toEqual(found.get(hash) ?? null);
  return found.get(hash);
}

test('what is nowhere is not found, also where a text of the same length is there', async () => {
  const said: JournalEvent = { type: 'chat-created', title: TEXT.replace('1', '2') };
  await createJournalStore(database, () => 1).append('chat-1' as ChatId, said);
  expect(await find()).toBeUndefined();
});

test('a call of any chat that wrote it has it, however deep, and it is stored again', async () => {
  const call: JournalEvent = {
    type: 'tool-call-validated',
    toolCallId: toolCallIdSchema.parse('c'),
    stepId: stepIdSchema.parse('s'),
    toolName: 'devonz_write_file',
    input: { files: [{ path: 'other.ts', content: TEXT }] },
  };
  await createJournalStore(database, () => 1).append('chat-2' as ChatId, call);
  expect(await find()).toEqual(content);
});

test('a text that a window has kept', async () => {
  await database.put('workspaces', { unsaved: [{ path: 'b.ts', text: 'x', baseText: TEXT }] }, PROJECT);
  expect(await find()).toEqual(content);
});

test('the file of the connected folder, if it is still that version', async () => {
  const folderWith = (text: string) => {
    const file = { getFile: async () => new Blob([text]) };
    const inner = { getFileHandle: async () => file };
    return { getDirectoryHandle: async () => inner } as unknown as FileSystemDirectoryHandle; // The only method that is called.
  };
  expect(await find(folderWith(`${TEXT} `))).toBeUndefined();
  const refused = { getDirectoryHandle: () => Promise.reject(new DOMException('', 'NotAllowedError')) };
  expect(await find(refused as unknown as FileSystemDirectoryHandle)).toBeUndefined();
  expect(await find(folderWith(TEXT))).toEqual(content);
});
