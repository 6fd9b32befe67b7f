import { afterEach, expect, test } from 'vitest';
import { ScriptedTransport, say } from '../agent/testing/scripted-transport.ts';
import { testSession } from '../agent/testing/test-session.ts';
import { DEFAULT_APP_SETTINGS } from '../protocol/settings.ts';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import { $returnedText } from '../stores/chat.ts';
import { $settings } from '../stores/settings.ts';
import { TOOL_REGISTRY as tools } from '../tools/index.ts';
import { createChatService } from './chat-service.ts';
import type { ChatServiceOptions } from './chat-service-options.ts';

afterEach(() => $settings.set(DEFAULT_APP_SETTINGS));

/** The service over an open chat; anything else that a test uses throws. */
function serviceOver(transport: ScriptedTransport) {
  const { session } = testSession({ transport, workspace: new MemoryWorkspace(), tools });
  const untouched = (name: string) => new Proxy({}, { get: (_target, key) => expect.unreachable(`${name}.${String(key)}`) });
  const options = {
    current: {
      session: () => session,
      enter: async () => session,
      leave: async () => undefined,
      refreshChats: async () => undefined,
      rename: () => undefined,
    },
    notices: { guard: (_what: string, work: () => Promise<unknown>) => work(), error: () => undefined },
    prepare: async () => undefined,
    secrets: { masker: async () => (text: string) => text.replaceAll('sk_live_CANARY77', '[secret: KEY of .env]') },
    journal: { isFull: () => false },
    project: untouched('project'),
    tabs: { onTakenOver: () => undefined },
    keeper: untouched('keeper'),
  } as unknown as ChatServiceOptions; // Only these parts of the dependencies may be used here.
  return { session, chat: createChatService(options) };
}

test('the switches decide whether a message goes to the agent, to the agent that only plans, or to plain chat', async () => {
  const transport = new ScriptedTransport(say('One.'), say('Two.'), say('Three.'));
  const { chat, session } = serviceOver(transport);
  const send = async (enabled: boolean, planMode: boolean) => {
    $settings.set({ ...DEFAULT_APP_SETTINGS, planMode, agent: { ...DEFAULT_APP_SETTINGS.agent, enabled } });
    await chat.send('hello');
    await session.settled();
  };
  await send(true, false);
  await send(true, true);
  await send(false, true);
  expect(transport.requests.map(({ mode }) => mode)).toEqual(['agent', 'plan', 'chat']);
  expect(transport.requests.map(({ toolNames }) => toolNames.includes('devonz_run_command'))).toEqual([true, false, false]);
});

test('what a page or a program said goes to the model without keys, also where it begins as a command does', async () => {
  const transport = new ScriptedTransport(say('One.'), say('Two.'));
  const { chat, session } = serviceOver(transport);
  await chat.sendReport('/clear The build reports an error: sk_live_CANARY77 is not assignable');
  await session.settled();
  expect(JSON.stringify(transport.requests)).toContain('/clear The build reports an error: [secret: KEY of .env] is not assignable');
  expect(JSON.stringify(session.state().messages)).not.toContain('CANARY77');
});

test('what is quoted from a terminal or a page is in the message box without keys, as it would be sent', async () => {
  const { chat } = serviceOver(new ScriptedTransport());
  await chat.quote('it prints sk_live_CANARY77');
  expect($returnedText.get()?.text).toBe('it prints [secret: KEY of .env]');
});

test('an address that is no id of a chat opens none and asks the journal for none', async () => {
  const { chat } = serviceOver(new ScriptedTransport());
  expect(await chat.openChat('')).toBe(false);
  expect(await chat.openChat('a'.repeat(500))).toBe(false);
});

test('a chat whose project another tab works on is not deleted, one of the open project or of a free one is', async () => {
  const deleted: string[] = [];
  const said: string[] = [];
  const options = {
    current: { session: () => ({ chatId: 'chat-open' }), refreshChats: async () => undefined },
    notices: { guard: (_what: string, work: () => Promise<unknown>) => work().catch((error: Error) => said.push(error.message)) },
    journal: {
      projectOf: async (chatId: string) => (chatId === 'chat-gone' ? null : `project-of-${chatId}`),
      deleteChat: async (chatId: string) => deleted.push(chatId),
    },
    project: { projectId: () => 'project-of-chat-mine' },
    tabs: { onTakenOver: () => undefined },
    async whileFree(projectId: string, work: () => Promise<void>) {
      if (projectId !== 'project-of-chat-free') return false;
      await work();
      return true;
    },
  } as unknown as ChatServiceOptions; // Only these parts of the dependencies may be used here.
  const chat = createChatService(options);
  for (const chatId of ['chat-mine', 'chat-free', 'chat-busy', 'chat-gone']) await chat.deleteChat(chatId);
  expect(deleted).toEqual(['chat-mine', 'chat-free', 'chat-gone']);
  expect(said).toEqual(['The project is open in another tab. Close it there first']);
});
