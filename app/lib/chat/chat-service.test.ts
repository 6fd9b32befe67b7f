import { afterEach, expect, test } from 'vitest';
import { ScriptedTransport, say } from '../agent/testing/scripted-transport.ts';
import { testSession } from '../agent/testing/test-session.ts';
import { DEFAULT_APP_SETTINGS } from '../protocol/settings.ts';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import { $settings } from '../stores/settings.ts';
import { TOOL_REGISTRY as tools } from '../tools/index.ts';
import { type ChatServiceOptions, createChatService } from './chat-service.ts';

afterEach(() => $settings.set(DEFAULT_APP_SETTINGS));

/** The service over an open chat; what a test does not need throws when it is touched. */
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
    journal: { isFull: () => false },
    project: untouched('project'),
    tabs: { onTakenOver: () => undefined },
    keeper: untouched('keeper'),
  } as unknown as ChatServiceOptions; // Neighbours of which only these parts may be used here.
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

test('an address that is no id of a chat opens none and asks the journal for none', async () => {
  const { chat } = serviceOver(new ScriptedTransport());
  expect(await chat.openChat('')).toBe(false);
  expect(await chat.openChat('a'.repeat(500))).toBe(false);
});
