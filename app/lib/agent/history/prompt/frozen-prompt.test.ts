import { expect, test } from 'vitest';
import type { JournalEvent } from '../../../protocol/journal-event.ts';
import { MemoryWorkspace } from '../../../runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY } from '../../../tools/index.ts';
import type { PromptContext } from '../../contract/agent-session.ts';
import { type ConversationState, INITIAL_CONVERSATION } from '../../contract/conversation-state.ts';
import { applyRecord } from '../../conversation/projection.ts';
import { ScriptedTransport } from '../../testing/scripted-transport.ts';
import { TEST_CHAT, testPorts } from '../../testing/test-session.ts';
import { FrozenPrompt } from './frozen-prompt.ts';

const context: PromptContext = { rules: [], limits: [] };
const plan = [{ id: 'cart', objective: 'Build the cart', status: 'in_progress' as const }];

function promptOver(first: ConversationState) {
  const recorded: JournalEvent[] = [];
  const conversation = { state: first };
  const prompt = new FrozenPrompt({
    chatId: TEST_CHAT,
    ports: testPorts({ transport: new ScriptedTransport(), workspace: new MemoryWorkspace() }).ports,
    tools: TOOL_REGISTRY,
    modelId: () => 'demo:scripted',
    promptContext: async () => context,
    record: async (event) => {
      recorded.push(event);
      conversation.state = applyRecord(conversation.state, { event, at: 0 });
    },
    state: () => conversation.state,
    emit: () => undefined,
  });
  return { prompt, recorded, conversation };
}

test('a plan in the prompt that was made during an earlier task is said to be over, once, and the prompt stays', async () => {
  const { prompt, recorded, conversation } = promptOver({ ...INITIAL_CONVERSATION, plan });
  const first = await prompt.at('agent', context);
  expect(first.plan).toEqual(plan);
  conversation.state = { ...conversation.state, isPlanOld: true };
  expect((await prompt.at('agent', context)).plan).toEqual(plan);
  expect((await prompt.at('agent', context)).plan).toEqual(plan);
  expect(recorded).toEqual([expect.objectContaining({ type: 'guard-remark', text: expect.stringContaining('that of an earlier task') })]);
});

test('a prompt that is made in the next task does not have the plan of the one before', async () => {
  const { prompt, recorded } = promptOver({ ...INITIAL_CONVERSATION, plan, isPlanOld: true });
  expect((await prompt.at('agent', context)).plan).toEqual([]);
  expect(recorded).toEqual([]);
});
