import { expect, test } from 'vitest';
import type { ToolDefinition, ToolRegistry } from '../../../../app/lib/agent/contract/tool-definition.ts';
import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { remarkText, shownRemark } from '../../../../app/lib/protocol/remark.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

const write = (path = 'a.txt') => call({ toolName: 'devonz_write_file', input: { path, content: 'new' } });
const session = (...answers: ConstructorParameters<typeof ScriptedTransport>) => {
  const transport = new ScriptedTransport(...answers);
  const workspace = new MemoryWorkspace({ 'a.txt': 'old' });
  return { transport, workspace, ...testSession({ transport, workspace, tools }) };
};

test('Stop while the agent asks drops its question, and the next message works', async () => {
  const one = session(call({ toolName: 'devonz_ask_user', input: { question: 'Which?' } }), say('Fine.'));
  await one.say('go');
  expect(one.session.state().status).toBe('waiting_for_user');
  await one.session.stop();
  expect(one.session.state()).toMatchObject({ status: 'idle', notice: { type: 'stopped' } });
  await one.session.stop();
  await one.say('never mind');
  expect(one.session.state()).toMatchObject({ status: 'completed', notice: null });
});

test('what Devonz tells the model at rest goes in before its next step, in its own name', async () => {
  const one = session(say('One.'), say('Two.'));
  await one.say('go');
  await one.session.remark('The files were restored.');
  expect(one.session.state().status).toBe('completed');
  await one.say('and now?');
  expect(JSON.stringify(one.transport.requests[1]?.messages)).toContain('[From Devonz, not from the user] The files were restored.');
  expect(shownRemark(remarkText('x'))).toBe('x');
  expect(shownRemark('of an older page')).toBe('of an older page');
});

test('an answer that cannot be kept is not taken; the question stays and can be answered later', async () => {
  const one = session(write(), say('Done.'));
  await one.say('go');
  const { approvalId } = one.onlyWaiting();
  one.journal.failure = new Error('the disk is full');
  expect(await one.session.answerApproval(approvalId, { decision: 'approve' })).toMatchObject({
    accepted: false,
    why: 'The answer could not be kept: the disk is full.',
  });
  expect(one.telemetry).toContainEqual(expect.objectContaining({ type: 'error', where: 'journal', message: 'the disk is full' }));
  expect(one.session.state()).toMatchObject({ status: 'waiting_for_approval', notice: null });
  one.journal.failure = null;
  expect(await one.session.answerApproval(approvalId, { decision: 'approve' })).toEqual({ accepted: true });
  await one.session.settled();
  expect(one.workspace.text('a.txt')).toBe('new');
});

test('a message that cannot be kept is said, begins nothing, and the next one works', async () => {
  const one = session(say('Here.'));
  one.journal.failure = new Error('the disk is full');
  await one.say('lost');
  expect(one.session.state()).toMatchObject({ status: 'error', notice: { message: 'the disk is full' } });
  expect(one.transport.requests).toEqual([]);
  one.journal.failure = null;
  await one.say('again');
  expect(one.session.state().status).toBe('completed');
});

test('a call that had started when the journal failed is not run again by a retry: the model learns of it and asks', async () => {
  const run = call({ toolName: 'devonz_run_command', input: { command: 'npm test' } });
  const transport = new ScriptedTransport(run, say('I see.'));
  const workspace = new MemoryWorkspace({ 'a.txt': 'old' }).script('npm test', { output: 'ok' });
  const one = testSession({ transport, workspace, tools });
  const append = one.journal.append.bind(one.journal);
  one.journal.append = async (event) => {
    if (/^(tool-call-(succeeded|failed|cancelled)|run-ended)$/.test(event.type)) throw new Error('the disk is full');
    await append(event);
  };
  await one.say('go');
  await one.session.approveAll();
  await one.session.settled();
  expect(one.session.state()).toMatchObject({ status: 'error', notice: { message: 'the disk is full' } });
  one.journal.append = append;
  await one.session.retry();
  await one.session.settled();
  expect(one.journal.types().filter((type) => type === 'tool-call-started')).toHaveLength(1);
  expect(one.waiting()).toEqual([]);
  expect(one.calls()).toMatchObject([{ status: 'cancelled', message: expect.stringContaining('interrupted while it ran') }]);
  expect(one.session.state()).toMatchObject({ status: 'completed', notice: null });
});

test('a run whose beginning cannot be kept does not begin', async () => {
  const one = session(say('Here.'));
  const append = one.journal.append.bind(one.journal);
  one.journal.append = async (event) => {
    if (event.type === 'run-started') throw new Error('full');
    await append(event);
  };
  await one.say('go');
  expect(one.transport.requests).toEqual([]);
  expect(one.session.state().status).toBe('error');
});

/** Returns a registry with one tool with the given behaviour. */
function only(behaviour: Partial<ToolDefinition>): ToolRegistry {
  const tool: ToolDefinition = {
    ...(tools.get('devonz_read_file') ?? expect.unreachable()),
    name: 'devonz_odd',
    problemOf: () => null,
    ...behaviour,
  };
  return { tools: [tool], get: (name) => (name === tool.name ? tool : undefined) };
}

test.each([
  ['plans', { plan: () => Promise.reject(new Error('no plan')) }, 'no plan'],
  ['plans, with no error', { plan: () => Promise.reject('just words') }, 'just words'],
  ['runs', { run: () => Promise.reject(new Error('it broke')) }, 'it broke'],
])('a tool that throws while it %s is answered with its error, and the session continues', async (_when, behaviour, message) => {
  const plan = async () => ({ ok: true as const, intent: { kind: 'control' as const } });
  const transport = new ScriptedTransport(call({ toolName: 'devonz_odd', input: {} }), say('I see.'));
  const one = testSession({ transport, workspace: new MemoryWorkspace(), tools: only({ plan, ...behaviour }) });
  await one.say('go');
  expect(one.calls()[0]).toMatchObject({ status: 'error', code: 'failed', message });
  expect(one.session.state().status).toBe('completed');
  expect(one.telemetry).toContainEqual(expect.objectContaining({ type: 'tool-call', outcome: 'error', code: 'failed' }));
});

test('a transport that throws something odd ends the run with an error one can read', async () => {
  const one = session();
  one.ports.transport.open = () => Promise.reject('only words');
  await one.say('go');
  expect(one.session.state()).toMatchObject({ status: 'error', notice: { type: 'error', message: 'only words', isRetryable: true } });
  expect(one.telemetry).toContainEqual(expect.objectContaining({ type: 'model-request', outcome: 'failed', message: 'only words' }));
});

test('nothing to send, nothing to grant, nothing to try again: nothing happens', async () => {
  const one = session();
  await one.say('   ');
  await one.session.grantIterations(0);
  await one.session.grantIterations(1.5);
  await one.session.retry();
  await one.session.switchBack();
  expect(one.journal.types()).toEqual([]);
});

test('a change of a file that is no text shows no text, and a blocked command is answered without a question', async () => {
  const workspace = new MemoryWorkspace({ 'b.bin': new Uint8Array([0xff, 0xfe, 0x00]) });
  const blocked = { toolName: 'devonz_run_command', input: { command: 'rm -rf /' } };
  const transport = new ScriptedTransport(
    call({ toolName: 'devonz_write_file', input: { path: 'b.bin', content: 'text' } }, blocked),
    say('All right.'),
  );
  const one = testSession({ transport, workspace, tools });
  await one.say('go');
  const { approvalId } = one.onlyWaiting();
  expect(await one.session.proposedChange(approvalId)).toBeNull();
  expect(one.calls()[1]).toMatchObject({ status: 'error', code: 'blocked' });
  await one.session.answerApproval(approvalId, { decision: 'deny' });
  await one.session.settled();
  expect(one.session.state().status).toBe('completed');
});
