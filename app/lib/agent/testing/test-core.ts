import { stepIdSchema } from '../../protocol/ids.ts';
import type { JournalEvent } from '../../protocol/journal-event.ts';
import type { JsonValue } from '../../protocol/message.ts';
import type { ToolCall } from '../../protocol/tool-call.ts';
import { CallRunner } from '../calls/call-runner.ts';
import { Permissions } from '../calls/permissions.ts';
import { Scheduler } from '../calls/scheduler.ts';
import type { SessionEvent } from '../contract/agent-session.ts';
import { type ConversationState, INITIAL_CONVERSATION } from '../contract/conversation-state.ts';
import { applyRecord } from '../conversation/projection.ts';
import { HistoryKeeper } from '../history/history-keeper.ts';
import { modelForStep } from '../session/model-for-step.ts';
import { ModelStep } from '../session/model-step.ts';
import { ProgramDesk } from '../session/program-desk.ts';
import { RunLoop } from '../session/run-loop.ts';
import { TEST_CHAT, type TestSessionOptions, testPorts } from './test-session.ts';

/** The parts of a session over one in-memory journal, to be tested separately; only the test starts them. */
export function testCore(options: TestSessionOptions) {
  const made = testPorts(options);
  const { ports, journal, clock } = made;
  const events: SessionEvent[] = [];
  let state: ConversationState = INITIAL_CONVERSATION;
  const shared = {
    chatId: TEST_CHAT,
    ports,
    tools: options.tools,
    projectRoot: '/home/project',
    async record(event: JournalEvent) {
      await journal.append(event);
      state = applyRecord(state, { event, at: clock.now() });
    },
    state: () => state,
    emit: (event: SessionEvent) => void events.push(event),
  };
  const modelId = () => modelForStep(state, 'demo:scripted');
  const history = new HistoryKeeper({ ...shared, modelId, promptContext: async () => ({ rules: [], limits: [] }) });
  const delegates = { of: () => null, waiting: () => 0, settled: async () => undefined };
  const calls = {
    ...shared,
    delegates,
    task: { state: shared.state, scripts: { haveChanged: false, granted: new Set<string>() }, asker: null },
  };
  const runner = new CallRunner(calls);
  const permissions = new Permissions(calls, runner);
  const scheduler = new Scheduler(calls, runner, permissions);
  const step = new ModelStep({ ...shared, history, modelId });
  const program = new ProgramDesk(shared.record, ports.ids);
  const loop = new RunLoop({ ...shared, step, scheduler, program, delegates });
  let steps = 0;
  return {
    ...made,
    ...{ events, runner, permissions, scheduler, step, loop, record: shared.record, state: shared.state },
    /** Records a user message and the start of a run. */
    async begin(maxIterations = 25) {
      await shared.record({
        type: 'user-message',
        message: { id: 'user-1', role: 'user', parts: [{ type: 'text', text: 'Do it' }] },
        mode: 'agent',
      });
      await shared.record({ type: 'run-started', maxIterations });
    },
    /** Records a model step with these calls, which are left open. */
    async calls(...calls: { toolCallId: string; toolName: string; input: JsonValue }[]) {
      const stepId = stepIdSchema.parse(`step-${++steps}`);
      await shared.record({ type: 'step-started', stepId, modelId: 'demo:scripted' });
      const parts = calls.map((call) => ({ type: 'dynamic-tool' as const, state: 'input-available' as const, ...call }));
      await shared.record({ type: 'step-finished', stepId, parts, finishReason: 'tool-calls', usage: {} });
    },
    callOf(toolCallId: string): ToolCall {
      const call = state.toolCalls.get(toolCallId);
      if (call === undefined) throw new Error(`There is no call ${toolCallId}.`);
      return call;
    },
  };
}
