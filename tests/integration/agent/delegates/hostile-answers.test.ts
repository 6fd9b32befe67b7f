import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StepRequest, StepTransport } from '../../../../app/lib/agent/contract/ports.ts';
import { projectRecords } from '../../../../app/lib/agent/conversation/projection.ts';
import { type HostileAnswer, hostileAnswer } from '../../../../app/lib/agent/testing/hostile-answers.ts';
import { HostileTransport } from '../../../../app/lib/agent/testing/hostile-transport.ts';
import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { journalRecordSchema } from '../../../../app/lib/protocol/journal-event.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';
import { expectAccepted } from '../../support/expect-accepted.ts';

/** `FUZZ_RUNS=20000 npx vitest run tests/integration/agent/delegates/hostile-answers.test.ts` for more. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 100);

/** The agent's own model follows its script; that of its sub-agents is hostile. */
class TwoModels implements StepTransport {
  readonly own: ScriptedTransport;
  readonly hostile: HostileTransport;

  constructor(answers: readonly HostileAnswer[]) {
    const input = { task: 'work', scope: ['src/**'] };
    this.own = new ScriptedTransport(call({ toolName: 'devonz_delegate', input }), say('Done.'));
    this.hostile = new HostileTransport(answers);
  }

  open(request: StepRequest, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const part = request.messages[0]?.parts[0];
    return (part?.type === 'text' && part.text === 'go' ? this.own : this.hostile).open(request, signal);
  }
}

async function turns(count: number): Promise<false> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
  return false;
}

async function plays(answers: readonly HostileAnswer[], approves: boolean): Promise<void> {
  const transport = new TwoModels(answers);
  const workspace = new MemoryWorkspace({ 'a.ts': 'let a;\n', 'src/b.ts': 'let b;\n' });
  const { session, clock, journal } = testSession({ transport, workspace, tools });
  await session.send('go', 'agent');
  for (;;) {
    const settled = session.settled().then(() => true);
    while (!(await Promise.race([settled, turns(20)]))) if (transport.hostile.hanging > 0) clock.pass(15 * 60_000);
    if (session.state().status !== 'waiting_for_approval') break;
    const asked = [...session.state().delegates.values()].flatMap(({ toolCalls }) => [...toolCalls.values()]);
    const waiting = asked.find((each) => each.status === 'awaiting_approval');
    if (waiting?.status !== 'awaiting_approval') throw new Error('Nothing that can be answered waits.');
    await session.answerApproval(waiting.approval.approvalId, approves ? { decision: 'approve' } : { decision: 'deny' });
  }
  expect(session.state().status).toBe('completed');
  expect(workspace.text('a.ts')).toBe('let a;\n');
  for (const request of [...transport.own.requests, ...transport.hostile.requests]) await expectAccepted(request);
  const reopened = projectRecords(journal.records.map((record) => journalRecordSchema.parse(structuredClone(record))));
  expect(reopened.status).toBe('completed');
  expect(reopened.delegates.get('call-1')?.messages).toEqual(session.state().delegates.get('call-1')?.messages);
}

test('whatever the model of a sub-agent sends, the run is completed, what is outside of the scope stays, and the journal opens the same', async () => {
  const script = fc.tuple(fc.array(hostileAnswer, { minLength: 1, maxLength: 4 }), fc.boolean());
  await fc.assert(
    fc.asyncProperty(script, ([answers, approves]) => plays(answers, approves)),
    { numRuns: RUNS, interruptAfterTimeLimit: 600_000 },
  );
}, 660_000);
