import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StepTransportError } from '../../../../app/lib/agent/contract/errors.ts';
import { MACHINE_EVENTS, nextStatus } from '../../../../app/lib/agent/conversation/machine.ts';
import { call, type ScriptedAnswer, ScriptedTransport, say, textParts } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { type TestSession, testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { type AgentStatus, agentStatusSchema } from '../../../../app/lib/protocol/session-state.ts';
import type { ToolCallStatus } from '../../../../app/lib/protocol/tool-call.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

/** `fail` and `stop` leave every state; the others are the edges of the diagram. */
const EDGES = new Set(
  agentStatusSchema.options.flatMap((from) => MACHINE_EVENTS.flatMap((event) => [`${from} ${nextStatus(from, event) ?? 'nowhere'}`])),
);

/** The edges of a tool call's diagram. */
const CALL_EDGES: Readonly<Record<ToolCallStatus, readonly ToolCallStatus[]>> = {
  validating: ['scheduled', 'error', 'cancelled'],
  scheduled: ['awaiting_approval', 'executing', 'error', 'cancelled'],
  awaiting_approval: ['scheduled', 'awaiting_approval', 'error', 'cancelled'],
  executing: ['success', 'error', 'cancelled'],
  success: [],
  error: [],
  cancelled: [],
};

const tool = (toolName: string, input: object) => ({ toolName, input: JSON.parse(JSON.stringify(input)) });
const ANSWERS: readonly ScriptedAnswer[] = [
  say('Done.'),
  call(tool('devonz_read_file', { path: 'a.txt' }), tool('devonz_list_directory', {})),
  call(tool('devonz_write_file', { path: 'a.txt', content: 'x' }), tool('devonz_read_file', { path: 'a.txt' })),
  call(tool('devonz_run_command', { command: 'npm test' }), tool('devonz_write_file', { path: 'n.txt', content: 'x' })),
  call(tool('devonz_ask_user', { question: 'Which?' })),
  call(tool('devonz_task_complete', { summary: 'All done.' })),
  call(tool('toString', {}), tool('devonz_read_file', { path: 7 })),
  { parts: textParts('half'), ending: 'break' },
  new StepTransportError('No.', { status: 400 }),
  { parts: textParts('hm'), ending: 'hang' },
];

const ACTIONS: Readonly<Record<string, (one: TestSession) => Promise<unknown>>> = {
  send: ({ session }) => session.send('do', 'agent'),
  sendLater: ({ session }) => session.send('then do', 'agent', 'after-task'),
  plan: ({ session }) => session.send('plan', 'plan'),
  stop: ({ session }) => session.stop(),
  retry: ({ session }) => session.retry(),
  approveAll: ({ session }) => session.approveAll(),
  deny: ({ session, waiting }) => {
    const [first] = waiting();
    return first === undefined ? Promise.resolve() : session.answerApproval(first.approvalId, { decision: 'deny' });
  },
  grant: ({ session }) => session.grantIterations(3),
  settle: () => new Promise((resolve) => setImmediate(resolve)),
};

/** Records every status change that the session showed, in order. */
function watch(one: TestSession) {
  let status: AgentStatus = one.session.state().status;
  const calls = new Map<string, ToolCallStatus>();
  const wrong: string[] = [];
  one.session.subscribe(() => {
    const state = one.session.state();
    // One record may take two edges: from thinking through executing to waiting.
    const isDrawn = state.status === status || EDGES.has(`${status} ${state.status}`) || isTwoEdges(status, state.status);
    if (!isDrawn) wrong.push(`${status} → ${state.status}`);
    status = state.status;
    for (const [id, { status: now }] of state.toolCalls) {
      const before = calls.get(id);
      if (before !== undefined && before !== now && !CALL_EDGES[before].includes(now)) wrong.push(`call ${before} → ${now}`);
      calls.set(id, now);
    }
  });
  return wrong;
}

function isTwoEdges(from: AgentStatus, to: AgentStatus): boolean {
  return agentStatusSchema.options.some(
    (between) => between !== 'error' && between !== 'idle' && EDGES.has(`${from} ${between}`) && EDGES.has(`${between} ${to}`),
  );
}

test('whatever the user and the model do, in whatever order: only drawn edges, one step at a time, every call answered', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(ANSWERS.length - 1), { maxLength: 12 }),
      fc.array(fc.constantFrom(...Object.keys(ACTIONS)), { minLength: 1, maxLength: 14 }),
      async (answers, actions) => {
        let running = 0;
        const counted = answers.map(
          (index): ScriptedAnswer =>
            () => {
              expect(++running, 'no two steps at once').toBe(1);
              queueMicrotask(() => running--);
              return structuredAnswer(ANSWERS[index]);
            },
        );
        const endless = Array.from({ length: 40 }, () => say('That is all.'));
        const workspace = new MemoryWorkspace({ 'a.txt': 'old' }).script('npm test', { output: 'ok' });
        const one = testSession({
          transport: new ScriptedTransport(...counted, ...endless),
          workspace,
          tools,
          agent: { maxIterations: 6 },
        });
        const wrong = watch(one);
        // Not awaited, so that fast actions come in between.
        const done = actions.map((name) => ACTIONS[name]?.(one));
        await new Promise((resolve) => setImmediate(resolve));
        await one.session.stop();
        await Promise.all(done);
        await one.session.stop();
        expect(wrong).toEqual([]);
        expect(['idle', 'completed', 'error']).toContain(one.session.state().status);
        expect(one.calls().every(({ status }) => ['success', 'error', 'cancelled'].includes(status))).toBe(true);
        await one.session.send('and once more', 'agent');
        expect(JSON.stringify(one.session.state().messages), 'the next message works').toContain('and once more');
        await one.session.stop();
      },
    ),
    { numRuns: 60 },
  );
});

function structuredAnswer(answer: ScriptedAnswer | undefined) {
  if (answer === undefined || typeof answer === 'function') throw new Error('Only plain answers are listed.');
  return answer;
}
