import { listenKeys } from 'nanostores';
import { afterEach, expect, test } from 'vitest';
import type { LivePart } from '../agent/session/conversation-state.ts';
import { call, ScriptedTransport, say } from '../agent/testing/scripted-transport.ts';
import { TEST_CHAT, testSession } from '../agent/testing/test-session.ts';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import { $chat, INITIAL_CHAT_STATE } from '../stores/chat.ts';
import { TOOL_REGISTRY as tools } from '../tools/index.ts';
import { type CurrentChatOptions, createCurrentChat } from './current-chat.ts';

afterEach(() => $chat.set(INITIAL_CHAT_STATE));

/** The chat over a session of its own; what is published is published at once. */
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
  } as unknown as CurrentChatOptions; // Neighbours of which only these parts are used here.
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
  // Runs after the store's listeners: what they are notified of next has to come from another state.
  $chat.listen(() => {
    stateAtLast = session.state();
  });
  await tell('Talk');
  expect(shown.some((parts) => parts.length > 0)).toBe(true);
  expect(live.some((count) => count > 0)).toBe(true);
  expect(others).toEqual([]);
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
