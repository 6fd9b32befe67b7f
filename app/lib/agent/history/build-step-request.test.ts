import { expect, test } from 'vitest';
import { stepIdSchema, toolCallIdSchema } from '../../protocol/ids.ts';
import type { JournalEvent } from '../../protocol/journal-event.ts';
import { DEFAULT_APP_SETTINGS } from '../../protocol/settings.ts';
import { TOOL_REGISTRY } from '../../tools/index.ts';
import type { ConversationState } from '../contract/conversation-state.ts';
import { projectRecords } from '../conversation/projection.ts';
import { buildStepRequest } from './build-step-request.ts';

const stepId = stepIdSchema.parse('s1');
const toolCallId = toolCallIdSchema.parse('c1');
const input = { subgoals: [{ id: 'cart', objective: 'Build the cart', status: 'in_progress' as const }] };
const journal: JournalEvent[] = [
  { type: 'user-message', mode: 'agent', message: { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Build' }] } },
  { type: 'run-started', maxIterations: 25 },
  { type: 'step-started', stepId, modelId: 'm' },
  {
    type: 'step-finished',
    stepId,
    parts: [{ type: 'dynamic-tool', toolName: 'devonz_update_plan', toolCallId, state: 'input-available', input }],
    finishReason: 'tool-calls',
    usage: {},
  },
  {
    type: 'tool-call-succeeded',
    toolCallId,
    output: { subgoals: 1 },
    durationMs: 1,
    effects: [{ type: 'plan-updated', plan: input.subgoals }],
  },
  { type: 'path-locked', path: 'src/old.ts', isLocked: true },
];

const stateOf = (...more: JournalEvent[]) => projectRecords([...journal, ...more].map((event) => ({ event, at: 0 })));
const requestOf = (state: ConversationState, settings = DEFAULT_APP_SETTINGS) =>
  buildStepRequest({ mode: 'agent', modelId: 'm', state, tools: TOOL_REGISTRY, context: { rules: [], limits: ['No git.'] }, settings });
const PLAN = '[in_progress] cart: Build the cart';

test('the plan is in the prompt only where the conversation that is sent does not show it, so that the prompt stays as it was', () => {
  expect(requestOf(stateOf()).system).not.toContain(PLAN);
  const compaction = { compactionId: 'k', firstMessageId: 's1', lastMessageId: 's1', summary: 'Planned.', before: 2, after: 1 };
  expect(requestOf(stateOf({ type: 'history-compacted', ...compaction, by: 'session' })).system).toContain(PLAN);
});

test('locks and the host reach the prompt, in the short one for small models too', () => {
  const { system } = requestOf(stateOf());
  expect(system).toContain('- src/old.ts');
  expect(system).toContain('- No git.');
  const small = requestOf(stateOf(), { ...DEFAULT_APP_SETTINGS, history: { turns: 10, autoCompact: true } }).system;
  expect(small.length).toBeLessThan(system.length);
  expect(small).toContain('- src/old.ts');
});

test('without a word from the host the engine is assumed', () => {
  const { system } = buildStepRequest({
    mode: 'agent',
    modelId: 'm',
    state: stateOf(),
    tools: TOOL_REGISTRY,
    context: { rules: [], limits: [] },
    settings: DEFAULT_APP_SETTINGS,
  });
  expect(system).toContain('The shell is bash');
});
