import { expect, test } from 'vitest';
import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { TestJournal, testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

const read = (toolCallId: string, path = 'a.txt') => ({ toolCallId, toolName: 'devonz_read_file', input: { path } });
const write = (toolCallId: string, content: string) => ({ toolCallId, toolName: 'devonz_write_file', input: { path: 'a.txt', content } });

function setUp(transport = new ScriptedTransport(), agent = {}) {
  const workspace = new MemoryWorkspace({ 'a.txt': 'old' });
  return { workspace, transport, ...testSession({ transport, workspace, tools, agent }) };
}

function setUpOver(journal: TestJournal, workspace: MemoryWorkspace) {
  const transport = new ScriptedTransport();
  return { transport, ...testSession({ transport, workspace, tools, journal }) };
}

test('a program works in the place of the model: its calls are steps of a run, and no model is asked', async () => {
  const { session, journal, transport } = setUp();
  const { program } = session;
  await program.begin('Look around', 'agent');
  const [first, second] = await Promise.all([program.call(read('one')), program.call(read('two', 'none'))]);
  expect([first, second]).toMatchObject([
    { status: 'success', output: { content: 'old' } },
    { status: 'error', code: 'not_found' },
  ]);
  expect(session.state()).toMatchObject({ status: 'thinking', runBy: 'program', iteration: 0 });
  await program.countStep();
  await program.end();
  expect(session.state()).toMatchObject({ status: 'completed', iteration: 1, notice: null });
  expect(transport.requests).toEqual([]);
  // Both in one step, concurrently.
  expect(journal.types().filter((type) => type === 'step-finished')).toHaveLength(1);
  expect(session.state().messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
});

test('a call of a program asks as one of a model does, and is answered on the same card', async () => {
  const { session, onlyWaiting, workspace } = setUp();
  await session.program.begin('Write', 'agent');
  const denied = session.program.call(write('one', 'new'));
  await session.settled();
  expect(session.state().status).toBe('waiting_for_approval');
  await session.answerApproval(onlyWaiting().approvalId, { decision: 'deny', reason: 'Not now.' });
  expect(await denied).toMatchObject({ status: 'error', code: 'denied' });
  const approved = session.program.call(write('two', 'new'));
  await session.settled();
  await session.approveAll();
  expect(await approved).toMatchObject({ status: 'success' });
  expect(workspace.text('a.txt')).toBe('new');
});

test('a call while a model works is a step after its step, and the model continues', async () => {
  const { session, transport } = setUp();
  let answered: Promise<unknown> = Promise.resolve();
  transport.add(() => {
    answered = session.program.call(read('of-program'));
    return call({ ...read('of-model'), toolCallId: 'of-model' });
  }, say('Done.'));
  await session.send('Look', 'agent');
  await session.settled();
  expect(await answered).toMatchObject({ status: 'success' });
  expect(session.state()).toMatchObject({ status: 'completed', runBy: 'model', iteration: 2 });
  expect([...session.state().toolCalls.keys()]).toEqual(['of-model', 'of-program']);
  expect(transport.requests).toHaveLength(2);
});

test('a call while nothing is at work is a run of its own', async () => {
  const { session, journal } = setUp();
  expect(await session.program.call(read('one'))).toMatchObject({ status: 'success' });
  await session.settled();
  expect(session.state().status).toBe('completed');
  expect(journal.types().filter((type) => type.startsWith('run-'))).toEqual(['run-started', 'run-ended']);
});

test('a stop ends the program’s run, with what it has asked for', async () => {
  const { session, workspace } = setUp(undefined, { autoApproveCommands: true });
  workspace.script('npm test', () => new Promise<never>(() => undefined));
  await session.program.begin('Test', 'agent');
  const running = session.program.call({ toolCallId: 'one', toolName: 'devonz_run_command', input: { command: 'npm test' } });
  await expect.poll(() => session.state().toolCalls.get('one')?.status).toBe('executing');
  const late = session.program.call(read('two'));
  await session.stop();
  expect(await running).toMatchObject({ status: 'cancelled' });
  expect(await late).toBeNull();
  expect(session.state()).toMatchObject({ status: 'idle', notice: { type: 'stopped' } });
});

test('the limit of steps holds for a program, too', async () => {
  const { session } = setUp(undefined, { maxIterations: 1 });
  await session.program.begin('Count', 'agent');
  await session.program.countStep();
  expect(await session.program.call(read('one'))).toBeNull();
  expect(session.state()).toMatchObject({ status: 'idle', notice: { type: 'iteration-limit', limit: 1 } });
});

test('an error that a program tells ends its run with that notice; the model continues with its task when the user says so', async () => {
  const { session, transport } = setUp();
  await session.program.begin('Look', 'agent');
  await session.program.end('The program broke.');
  expect(session.state()).toMatchObject({ status: 'error', notice: { type: 'error', message: 'The program broke.' } });
  transport.add(say('I continued.'));
  await session.retry();
  await session.settled();
  expect(session.state()).toMatchObject({ status: 'completed', runBy: 'model' });
});

test('a message of the user’s waits for the end of a program’s run, and is then answered by the model', async () => {
  const { session, transport } = setUp();
  transport.add(say('Hello.'));
  await session.program.begin('Look', 'agent');
  await session.send('And you?', 'agent');
  expect(session.state().queued).toHaveLength(1);
  await session.program.call(read('one'));
  await session.program.end();
  await session.settled();
  expect(session.state()).toMatchObject({ status: 'completed', queued: [] });
  expect(transport.requests).toHaveLength(1);
});

test('a program’s run that the page was closed in is reported as interrupted', async () => {
  const first = setUp();
  await first.session.program.begin('Look', 'agent');
  await first.session.program.call(read('one'));
  const journal = new TestJournal();
  journal.records.push(...first.journal.records);
  const { session } = testSession({ transport: new ScriptedTransport(), workspace: first.workspace, tools, journal });
  await session.resume([...journal.records]);
  expect(session.state()).toMatchObject({ status: 'idle', notice: { type: 'interrupted' } });
});

test('a program’s journal that is cut off at any record opens as a conversation in which nothing hangs', async () => {
  const first = setUp(undefined, { autoApproveFileModification: true });
  await first.session.program.call(read('beside'));
  await first.session.settled();
  await first.session.program.begin('Write', 'agent');
  await Promise.all([first.session.program.call(read('one')), first.session.program.call(write('two', 'new'))]);
  await first.session.program.countStep();
  await first.session.program.end();
  const { records } = first.journal;
  for (let length = 0; length <= records.length; length++) {
    const journal = new TestJournal();
    journal.records.push(...records.slice(0, length));
    const { session, calls, say: tell, transport } = setUpOver(journal, first.workspace);
    await session.resume([...journal.records]);
    expect(['idle', 'completed'], `after ${length} records`).toContain(session.state().status);
    expect(
      calls().filter(({ status }) => !['success', 'error', 'cancelled'].includes(status)),
      `after ${length} records`,
    ).toEqual([]);
    transport.add(say('Hello.'));
    await tell('Continue');
    expect(session.state().status).toBe('completed');
    expect(transport.requests[0]?.messages[0]?.role).toBe('user');
  }
});

test('a journal that fails leaves no program waiting', async () => {
  const { session, journal } = setUp();
  await session.program.begin('Look', 'agent');
  journal.failure = new Error('The disk is full.');
  expect(await session.program.call(read('one'))).toBeNull();
  expect(session.state()).toMatchObject({ status: 'error', notice: { message: 'The disk is full.' } });
});
