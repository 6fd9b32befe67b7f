import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '../../persistence/database.ts';
import { createJournalStore, type JournalStore } from '../../persistence/journal-store.ts';
import { ProjectTakenError } from '../../persistence/project-taken-error.ts';
import type { ChatId, ProjectId } from '../../protocol/ids.ts';
import type { JournalEvent } from '../../protocol/journal-event.ts';
import { type SharedJournal, shareJournal } from './shared-journal.ts';

const chat = 'chat-1' as ChatId;
const project = 'project-1' as ProjectId;
const FILE: JournalEvent = { type: 'file-removed', path: 'a.txt', by: 'runtime' };

let before: JournalStore;
let journal: SharedJournal;
let isFull: boolean;
let fullCount: number;

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  isFull = false;
  fullCount = 0;
  const database = await openDatabase('test', { onClosed: () => expect.unreachable() });
  before = createJournalStore(database, () => 1, 'the tab before');
  await before.append(chat, { type: 'chat-created', title: 'A chat', projectId: project });
  await before.claim(project);
  const store = createJournalStore(database, () => 1, 'this tab');
  const within = <Result>(write: () => Promise<Result>) => (isFull ? Promise.reject(new DOMException('', 'QuotaExceededError')) : write());
  const limited: JournalStore = {
    ...store,
    claim: (projectId) => within(() => store.claim(projectId)),
    append: (chatId, event) => within(() => store.append(chatId, event)),
  };
  journal = shareJournal(limited, () => void fullCount++);
});

const types = async () => (await before.load(chat)).records.map(({ event }) => event.type);

test('a project for whose claim there is no room is open, and what is recorded waits until it is claimed', async () => {
  isFull = true;
  await journal.claim(project);
  expect(fullCount).toBe(1);
  const recorded = journal.append(chat, FILE);
  await expect(journal.append(chat, { type: 'chat-renamed', title: 'Other' })).rejects.toThrow(DOMException);
  await expect(journal.appendWaiting()).rejects.toThrow(DOMException);
  isFull = false;
  await journal.appendWaiting();
  await recorded;
  expect(await types()).toEqual(['chat-created', 'file-removed']);
  // By then the project belongs to this tab and not to the previous one.
  await expect(before.append(chat, FILE)).rejects.toThrow(ProjectTakenError);
});

test('a project that was left before there was room for its claim is not taken from another tab', async () => {
  isFull = true;
  await journal.claim(project);
  journal.disclaim();
  isFull = false;
  await journal.appendWaiting();
  await before.append(chat, FILE);
  expect(await types()).toEqual(['chat-created', 'file-removed']);
});
