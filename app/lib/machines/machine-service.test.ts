import { expect, test } from 'vitest';
import { type ChatId, chatIdSchema, type ProjectId, projectIdSchema } from '../protocol/ids.ts';
import type { JournalEvent, JournalRecord } from '../protocol/journal-event.ts';
import { $awayPlace } from '../stores/other-tab.ts';
import { createMachineService } from './machine-service.ts';
import { createMachineStore } from './machine-store.ts';
import { FACTS } from './testing/machine-facts.ts';

const LINK = '#bridge=http://127.0.0.1:8798&token=a1b2c3d4e5f6g7h8i9j0';
const PLACE = { machineId: FACTS.id, user: 'ada', host: 'server', home: '/home/ada', folder: '/home/ada/shop' };

function setUp({ storage = new Map<string, string>(), chats = new Map<ChatId, JournalEvent>() } = {}) {
  const errors: string[] = [];
  const opened: string[] = [];
  let ids = chats.size;
  let openChatId: ChatId | null = null;
  const service = createMachineService({
    request: async () => Response.json({ facts: FACTS, origin: 'http://secret.ide.localhost:8798' }),
    store: createMachineStore({ getItem: (key) => storage.get(key) ?? null, setItem: (key, value) => void storage.set(key, value) }),
    journal: {
      async append(chatId, event) {
        chats.set(chatId, event);
        return { version: 1, chatId, sequence: 0, at: 0, event } satisfies JournalRecord;
      },
      projectOf: async (chatId): Promise<ProjectId | null> => (chats.has(chatId) ? projectIdSchema.parse('project') : null),
    },
    notices: {
      async guard(_what, work) {
        return work().catch((error: Error) => {
          errors.push(error.message);
          return null;
        });
      },
    },
    ids: { next: () => `id-${++ids}` },
    openChatId: () => openChatId,
    async openChat(chatId) {
      openChatId = chatId;
      opened.push(chatId);
      return true;
    },
    restartRuntime: async () => void opened.push('restart'),
  });
  return { service, chats, storage, errors, opened };
}

test('a folder is a project of its own, whose chat names its place', async () => {
  const { service, chats, opened } = setUp();
  expect(await service.openMachine(LINK)).toBe(true);
  const [chatId, created] = [...chats][0] ?? expect.unreachable();
  expect(opened).toEqual([chatId]);
  expect(created).toMatchObject({ type: 'chat-created', title: 'shop on ada@server', place: PLACE });
});

test('the same folder is opened again as the same chat, even after a reload', async () => {
  const first = setUp();
  await first.service.openMachine(LINK);
  const again = setUp(first);
  await again.service.openMachine(LINK);
  expect(again.opened).toEqual(first.opened);
  expect(again.chats.size).toBe(1);
});

test('a chat that was deleted is not opened: the folder gets a new one', async () => {
  const { service, chats, opened } = setUp();
  await service.openMachine(LINK);
  chats.clear();
  await service.openMachine(LINK);
  expect(chats.size).toBe(1);
  expect(new Set(opened).size).toBe(2);
});

test('the open chat’s machine is connected again by starting its runtime, and a chat that was only read is opened', async () => {
  const { service, opened } = setUp();
  await service.openMachine(LINK);
  await service.openMachine(LINK);
  expect(opened.at(-1)).toBe('restart');
  $awayPlace.set(PLACE);
  await service.openMachine(LINK);
  expect(opened.at(-1)).toBe(opened[0]);
  $awayPlace.set(null);
});

test('a text that is no bridge’s address connects nothing and says why', async () => {
  const { service, chats, errors } = setUp();
  expect(await service.openMachine('hello')).toBe(false);
  expect(errors[0]).toContain('not the address that devonz-bridge prints');
  expect(chats.size).toBe(0);
});

test('what is kept of machines is dropped where it cannot be read', () => {
  const storage = new Map([['devonz_machines', '[{"machine":{"facts":{},"origin":"x"}}]']]);
  const store = createMachineStore({ getItem: (key) => storage.get(key) ?? null, setItem: (key, value) => void storage.set(key, value) });
  expect(store.find(PLACE)).toBeNull();
  store.keep({ facts: FACTS, origin: 'http://secret.localhost:8798' }, chatIdSchema.parse('chat'));
  expect(store.find(PLACE)?.facts).toEqual(FACTS);
  expect(store.chatOf(PLACE)).toBe('chat');
  expect(store.find({ ...PLACE, folder: '/home/ada/other' })).toBeNull();
});
