import fc from 'fast-check';
import { expect, test } from 'vitest';
import { projectRecords } from '../../../../app/lib/agent/conversation/projection.ts';
import { type HostileAnswer, hostileAnswer } from '../../../../app/lib/agent/testing/hostile-answers.ts';
import { HostileTransport, PLAIN_WORDS } from '../../../../app/lib/agent/testing/hostile-transport.ts';
import { type TestSession, testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { RecordReader } from '../../../../app/lib/persistence/rows/record-reader.ts';
import { agentStatusSchema } from '../../../../app/lib/protocol/session-state.ts';
import type { ToolCodecName } from '../../../../app/lib/protocol/settings.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';
import { expectAccepted } from '../../support/expect-accepted.ts';

/** `FUZZ_RUNS=20000 FUZZ_SEED=7 npx vitest run tests/integration/agent/provider/hostile-answers.test.ts` for more. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 300);
const SEED = process.env['FUZZ_SEED'];

const script = fc.record({
  answers: fc.array(hostileAnswer, { minLength: 1, maxLength: 4 }),
  codec: fc.constantFrom<ToolCodecName>('native', 'native', 'native', 'json', 'xml'),
  /** The user's answer to all questions. */
  approves: fc.boolean(),
});

test('after whatever a model sends the next message is answered, every request is one that the server takes, and the journal opens the same', async () => {
  await fc.assert(
    fc.asyncProperty(script, ({ answers, codec, approves }) => playsOn(answers, codec, approves)),
    { numRuns: RUNS, ...(SEED === undefined ? {} : { seed: Number(SEED) }), interruptAfterTimeLimit: 600_000 },
  );
}, 660_000);

async function playsOn(answers: readonly HostileAnswer[], codec: ToolCodecName, approves: boolean): Promise<void> {
  const transport = new HostileTransport(answers);
  const workspace = new MemoryWorkspace({ 'a.ts': 'let a;\n' });
  const one = testSession({ transport, workspace, tools });
  one.settings.value = { ...one.settings.value, codecs: { 'demo:scripted': codec } };
  one.session.subscribe(() => agentStatusSchema.parse(one.session.state().status));
  // After a permanent failure, the user sends another message: as often as there are responses left.
  for (let message = 0; message <= answers.length && !transport.isSpent(); message++) {
    await one.session.send(`Message ${message}`, 'agent');
    await rest(one, transport, approves);
  }
  await one.session.send('Continue.', 'agent');
  await rest(one, transport, approves);
  const { status, messages } = one.session.state();
  expect(status).toBe('completed');
  expect(messages.at(-1)?.parts).toEqual([{ type: 'text', text: PLAIN_WORDS }]);
  for (const request of transport.requests) await expectAccepted(request);
  expectOpensTheSame(one);
}

/** Waits until nothing changes: questions are answered, and silent waits are skipped. */
async function rest({ session, clock, waiting }: TestSession, transport: HostileTransport, approves: boolean): Promise<void> {
  for (;;) {
    const settled = session.settled().then(() => true);
    while (!(await Promise.race([settled, turns(20)]))) if (transport.hanging > 0) clock.pass(15 * 60_000);
    const [asked] = waiting();
    if (asked === undefined) return;
    await session.answerApproval(asked.approvalId, approves ? { decision: 'approve' } : { decision: 'deny' });
  }
}

async function turns(count: number): Promise<false> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
  return false;
}

function expectOpensTheSame({ journal, session }: TestSession): void {
  const stored = structuredClone(journal.records);
  const reader = new RecordReader();
  const read = stored.map((record) => {
    const outcome = reader.read(record);
    if ('problem' in outcome) throw new Error(outcome.problem);
    return outcome.record;
  });
  expect(read).toEqual(stored);
  const reopened = projectRecords(read);
  expect(reopened.messages).toEqual(session.state().messages);
  expect(reopened.status).toBe(session.state().status);
  expect([...reopened.toolCalls.values()].map(({ status }) => status)).toEqual(
    [...session.state().toolCalls.values()].map(({ status }) => status),
  );
}
