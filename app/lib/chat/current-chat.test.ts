import { listenKeys } from 'nanostores';
import { afterEach, expect, test } from 'vitest';
import type { LivePart } from '../agent/contract/conversation-state.ts';
import type { Journal } from '../agent/contract/ports.ts';
import { call, ScriptedTransport, say } from '../agent/testing/scripted-transport.ts';
import { TEST_CHAT, testSession } from '../agent/testing/test-session.ts';
import type { ChatId } from '../protocol/ids.ts';
import type { JournalEvent, JournalRecord } from '../protocol/journal-event.ts';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import { $chat, INITIAL_CHAT_STATE } from '../stores/chat.ts';
import { TOOL_REGISTRY as tools } from '../tools/index.ts';
import { type CurrentChatOptions, createCurrentChat } from './current-chat.ts';

afterEach(() => $chat.set(INITIAL_CHAT_STATE));

/** The chat with its own session; updates are published at once. */
async function enter(transport: ScriptedTransport) {
  const { session, say: tell } = testSession({ transport, workspace: new MemoryWorkspace({ 'a.txt': 'old' }), tools });
  const shown: (readonly LivePart[])[] = [];
  const now = (work: () => unknown) => void work();
  const options = {
    createSession: () => session,
    project: { isIgnored: () => false, markRunStart: () => undefined },
    editor: { showLive: (parts: readonly LivePart[]) => shown.push(parts), closeAll: () => undefined },
    journal: { listChats: async () => [], partials: async () => [], setWaiting: () => undefined },
    clearRuntimeStores: () => undefined,
    schedule: now,
    scheduleLive: now,
  } as unknown as CurrentChatOptions; // Only these parts of the dependencies are used here.
  const current = createCurrentChat(options);
  await current.enter(TEST_CHAT, []);
  return { current, session, tell, shown };
}

test('what the session knows is what the store shows, field by field', async () => {
  const { session, tell } = await enter(
    new ScriptedTransport(call({ toolName: 'devonz_read_file', input: { path: 'a.txt' } }), say('Read.')),
  );
  await tell('Read it');
  const { title: _title, ...conversation } = session.state();
  expect($chat.get()).toMatchObject(conversation);
  expect($chat.get()).toMatchObject({ chatId: TEST_CHAT, status: 'completed', work: { changed: [] } });
});

test('while an answer streams, who shows its parts is notified and who shows anything else is not', async () => {
  const { tell, session, shown } = await enter(new ScriptedTransport(say('word '.repeat(50))));
  const live: number[] = [];
  const others: string[] = [];
  listenKeys($chat, ['liveParts'], ({ liveParts }) => live.push(liveParts.length));
  let stateAtLast = session.state();
  const { liveParts: _live, ...conversation } = INITIAL_CHAT_STATE;
  for (const key of Object.keys(conversation) as (keyof typeof conversation)[]) {
    listenKeys($chat, [key], () => {
      if (session.state() === stateAtLast) others.push(key);
    });
  }
  // Runs after the store's listeners: their next notification must have a different state.
  $chat.listen(() => {
    stateAtLast = session.state();
  });
  await tell('Talk');
  expect(shown.some((parts) => parts.length > 0)).toBe(true);
  expect(live.some((count) => count > 0)).toBe(true);
  expect(others).toEqual([]);
});

/** A chat whose journal begins with these events; `happens` adds an event as the session does. */
async function titled(...events: JournalEvent[]) {
  const { session } = testSession({ transport: new ScriptedTransport(), workspace: new MemoryWorkspace({}), tools });
  const kept: JournalEvent[] = [];
  const recordOf = (event: JournalEvent): JournalRecord => ({ version: 1, chatId: TEST_CHAT, sequence: 0, at: 1, event });
  let own: Journal | null = null;
  const now = (work: () => unknown) => void work();
  const options = {
    createSession: (_chatId: ChatId, journal: Journal) => {
      own = journal;
      return session;
    },
    contentsOf: () => new Map(),
    project: { isIgnored: () => false, markRunStart: () => undefined },
    editor: { showLive: () => undefined, closeAll: () => undefined },
    journal: {
      listChats: async () => [],
      partials: async () => [],
      setWaiting: () => undefined,
      append: async (_chatId: ChatId, event: JournalEvent) => {
        kept.push(event);
        return recordOf(event);
      },
    },
    clearRuntimeStores: () => undefined,
    schedule: now,
    scheduleLive: now,
  } as unknown as CurrentChatOptions; // Only these parts of the dependencies are used here.
  const current = createCurrentChat(options);
  await current.enter(TEST_CHAT, events.map(recordOf));
  const happens = async (event: JournalEvent) => {
    await own?.append(event);
    return $chat.get().title;
  };
  return { current, kept, happens };
}
const begun: JournalEvent = { type: 'chat-created', title: 'New chat' };
const saying = (text: string, id = 'm'): JournalEvent => ({
  type: 'user-message',
  message: { id, role: 'user', parts: [{ type: 'text', text }] },
  mode: 'agent',
});

test('a chat that was begun without a word gets its title from what is said first, and keeps it', async () => {
  const { kept, happens } = await titled(begun);
  expect(await happens(saying('Add a search\nwith a field'))).toBe('Add a search');
  expect(await happens(saying('And now tests', 'n'))).toBe('Add a search');
  expect(kept.filter(({ type }) => type === 'chat-renamed')).toEqual([{ type: 'chat-renamed', title: 'Add a search' }]);
});

test('where nothing is said, what the user runs first gives the title', async () => {
  const { happens } = await titled(begun);
  expect(await happens({ type: 'path-locked', path: 'a', isLocked: true })).toBe('New chat');
  expect(await happens({ type: 'user-command-started', command: 'npm test' })).toBe('npm test');
});

test('a title that the user has given stays, also before anything is said, and over a reload', async () => {
  const { current, happens } = await titled(begun);
  current.rename('Mine');
  expect(await happens(saying('Add a search'))).toBe('Mine');
  const again = await titled(begun, { type: 'chat-renamed', title: 'New chat' });
  expect(await again.happens(saying('Add a search'))).toBe('New chat');
});

test('a chat that is left shows nothing of it any more', async () => {
  const { tell, current } = await enter(new ScriptedTransport(say('Hello.')));
  await tell('Hi');
  await current.leave();
  expect($chat.get()).toEqual(INITIAL_CHAT_STATE);
});

test('a chat that is left while a sub-agent waits for an answer is stopped, since that is not asked again', async () => {
  const transport = new ScriptedTransport(
    call({ toolName: 'devonz_delegate', input: { task: 'Look' } }),
    call({ toolName: 'devonz_read_file', input: { path: '.env' } }),
  );
  const { tell, current, session } = await enter(transport);
  await tell('Hi');
  expect(session.state().status).toBe('waiting_for_approval');
  await current.leave();
  expect(session.state().status).toBe('idle');
});
