import { expect, test } from 'vitest';
import { call, callParts, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

const read = (path: string) => ({ toolName: 'devonz_read_file', input: { path } });
const write = (path: string, content = 'x') => ({ toolName: 'devonz_write_file', input: { path, content } });

test('bad arguments and unknown names are answered with errors and the session continues', async () => {
  const transport = new ScriptedTransport(
    call(
      { toolName: 'constructor', input: {} },
      { toolName: 'devonz_read_file', input: { path: 5 } },
      { toolName: 'devonz_read_file', input: '{"path":' },
    ),
    say('Sorry.'),
  );
  const { say: tell, session, calls } = testSession({ transport, workspace: new MemoryWorkspace(), tools });
  await tell('go');
  expect(session.state().status).toBe('completed');
  expect(calls().map((one) => (one.status === 'error' ? one.code : one.status))).toEqual([
    'unknown_tool',
    'bad_arguments',
    'bad_arguments',
  ]);
  const results = JSON.stringify(transport.requests[1]?.messages);
  expect(results).toContain('There is no tool \\"constructor\\". The tools are: devonz_read_file');
  expect(results).toContain('path: ');
  expect(results).toContain('invalidInput');
});

test('all calls of a step are answered before the next step, reads side by side and changes in order', async () => {
  const workspace = new MemoryWorkspace({ a: '1', b: '2' });
  // Neither read ends before the other has begun, so reading one after the other would never finish.
  const begun = new Set<string>();
  // A plan opens the file too: when the call is decided, and right before it is read.
  const opened = new Map<string, number>();
  let meet: () => void = () => undefined;
  const both = new Promise<void>((resolve) => {
    meet = resolve;
  });
  const readFile = workspace.readFile.bind(workspace);
  workspace.readFile = async (path) => {
    opened.set(path, (opened.get(path) ?? 0) + 1);
    if (opened.get(path) === 3) {
      begun.add(path);
      if (begun.size === 2) meet();
      if (path !== 'c') await both;
    }
    return readFile(path);
  };
  const transport = new ScriptedTransport(call(read('a'), read('b'), write('c'), write('d'), read('c')), say('Done.'));
  const { say: tell, calls } = testSession({ transport, workspace, tools });
  await tell('go');
  expect(workspace.writes).toEqual(['c', 'd']);
  expect(calls().map((one) => one.status)).toEqual(Array(5).fill('success'));
});

test('ids that a provider uses again in the next step stay apart', async () => {
  const transport = new ScriptedTransport(
    call({ ...read('a'), toolCallId: 'same' }),
    call({ ...read('b'), toolCallId: 'same' }, { ...read('a'), toolCallId: 'same' }),
    say('Done.'),
  );
  const { say: tell, calls } = testSession({ transport, workspace: new MemoryWorkspace({ a: '1', b: '2' }), tools });
  await tell('go');
  expect(calls()).toHaveLength(3);
  expect(new Set(calls().map((one) => one.toolCallId)).size).toBe(3);
});

test('a tool that throws gives a result the model can act on', async () => {
  const workspace = new MemoryWorkspace({ a: '1' });
  workspace.readFile = () => Promise.reject(new RangeError('boom'));
  const transport = new ScriptedTransport(call(read('a')), say('I see.'));
  const { say: tell, session, calls } = testSession({ transport, workspace, tools });
  await tell('go');
  expect(calls()[0]).toMatchObject({ status: 'error', code: 'failed', message: 'boom' });
  expect(session.state().status).toBe('completed');
});

test('a write cut off by the length limit is never applied', async () => {
  const workspace = new MemoryWorkspace();
  const parts = callParts(write('a.txt', 'half of it'));
  const transport = new ScriptedTransport({ parts, finishReason: 'length' }, say('Smaller then.'));
  const { say: tell, calls } = testSession({ transport, workspace, tools });
  await tell('go');
  expect(workspace.paths()).toEqual([]);
  expect(calls()[0]).toMatchObject({ status: 'error' });
  expect(JSON.stringify(transport.requests[1]?.messages)).toContain('length limit');
});

test('in plan mode writing and running tools are absent whatever the settings, and refused if called', async () => {
  const workspace = new MemoryWorkspace();
  const transport = new ScriptedTransport(call(write('a.txt')), say('A plan.'));
  const agent = { autoApproveCommands: true, autoApproveFileModification: true };
  const { session, calls } = testSession({ transport, workspace, tools, agent });
  await session.send('plan it', 'plan');
  await session.settled();
  expect(transport.requests[0]?.toolNames).not.toContain('devonz_write_file');
  expect(transport.requests[0]?.toolNames).not.toContain('devonz_run_command');
  expect(calls()[0]).toMatchObject({ status: 'error', code: 'unknown_tool' });
  expect(workspace.paths()).toEqual([]);
});

test('in chat mode no tools are offered', async () => {
  const transport = new ScriptedTransport(say('Hello.'));
  const { session } = testSession({ transport, workspace: new MemoryWorkspace(), tools });
  await session.send('hi', 'chat');
  await session.settled();
  expect(transport.requests[0]?.toolNames).toEqual([]);
});

test('a question to the user pauses the run, and the answer continues', async () => {
  const transport = new ScriptedTransport(call({ toolName: 'devonz_ask_user', input: { question: 'Red or blue?' } }), say('Blue it is.'));
  const { say: tell, session } = testSession({ transport, workspace: new MemoryWorkspace(), tools });
  await tell('paint');
  expect(session.state().status).toBe('waiting_for_user');
  await tell('blue');
  expect(session.state().status).toBe('completed');
});

test('task_complete ends the run without another step', async () => {
  const transport = new ScriptedTransport(call({ toolName: 'devonz_task_complete', input: { summary: 'All done.' } }));
  const { say: tell, session } = testSession({ transport, workspace: new MemoryWorkspace(), tools });
  await tell('go');
  expect(session.state().status).toBe('completed');
  expect(transport.requests).toHaveLength(1);
});

test('a message sent while the agent works goes in after this step', async () => {
  const workspace = new MemoryWorkspace({ 'a.txt': 'old' });
  const transport = new ScriptedTransport(call(write('a.txt', 'new')), say('Both.'));
  const { say: tell, session, onlyWaiting } = testSession({ transport, workspace, tools });
  await tell('first');
  await session.send('and second', 'agent');
  expect(session.state().queued).toMatchObject([{ message: { parts: [{ text: 'and second' }] }, when: 'after-step' }]);
  await session.answerApproval(onlyWaiting().approvalId, { decision: 'approve' });
  await session.settled();
  expect(session.state().queued).toEqual([]);
  expect(transport.requests[1]?.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'user']);
});

test('two quick sends make one run', async () => {
  const transport = new ScriptedTransport(say('One.'), say('Two.'));
  const { session, journal } = testSession({ transport, workspace: new MemoryWorkspace(), tools });
  await Promise.all([session.send('a', 'agent'), session.send('b', 'agent')]);
  await session.settled();
  expect(session.state().status).toBe('completed');
  const running = journal.types().filter((type) => type === 'run-started' || type === 'run-ended');
  expect(running.every((type, index) => type === (index % 2 === 0 ? 'run-started' : 'run-ended'))).toBe(true);
  expect(transport.requests.at(-1)?.messages.filter((message) => message.role === 'user')).toHaveLength(2);
});
