import { expect, test } from 'vitest';
import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

const plan = (toolCallId: string, input: object) =>
  call({ toolName: 'devonz_update_plan', input: JSON.parse(JSON.stringify(input)), toolCallId });
const write = (toolCallId: string, path = 'src/a.ts', content = toolCallId) =>
  call({ toolName: 'devonz_write_file', input: { path, content }, toolCallId });
const complete = (toolCallId: string) => call({ toolName: 'devonz_task_complete', input: { summary: 'All done.' }, toolCallId });
const APPROVED = { autoApproveFileModification: true };

test('a plan is kept whole, changed by id, added to, and survives a reload', async () => {
  const transport = new ScriptedTransport(
    plan('whole', {
      subgoals: [
        { id: 'cart', objective: 'Build the cart', status: 'in_progress' },
        { id: 'pay', objective: 'Build the checkout', status: 'not_started' },
      ],
    }),
    plan('change', {
      update: [
        { id: 'cart', status: 'completed', log: 'Tests pass.' },
        { id: 'ship', objective: 'Deploy it', plan: 'With the script.' },
      ],
    }),
    plan('wrong', { update: [{ id: 'nothing', status: 'completed' }] }),
    plan('empty', {}),
    plan('twice', {
      subgoals: [
        { id: 'a', objective: 'A', status: 'completed' },
        { id: 'a', objective: 'B', status: 'completed' },
      ],
    }),
    say('Planned.'),
  );
  const made = testSession({ transport, workspace: new MemoryWorkspace(), tools });
  await made.say('Plan it');
  const expected = [
    { id: 'cart', objective: 'Build the cart', status: 'completed', log: 'Tests pass.' },
    { id: 'pay', objective: 'Build the checkout', status: 'not_started' },
    { id: 'ship', objective: 'Deploy it', status: 'not_started', plan: 'With the script.' },
  ];
  expect(made.session.state().plan).toEqual(expected);
  expect(made.calls().map((one) => (one.status === 'error' ? one.code : one.status))).toEqual([
    'success',
    'success',
    'bad_arguments',
    'bad_arguments',
    'bad_arguments',
  ]);
  const results = JSON.stringify(transport.requests.at(-1)?.messages);
  expect(results).toContain('There is no subgoal \\"nothing\\". The ids are: cart, pay, ship. To add it, give its objective.');
  const later = testSession({ transport: new ScriptedTransport(), journal: made.journal, workspace: new MemoryWorkspace(), tools });
  await later.session.resume([...made.journal.records]);
  expect(later.session.state().plan).toEqual(expected);
});

test('a task is not complete while nothing was checked since the last change; that is said once, never twice', async () => {
  const transport = new ScriptedTransport(write('one'), complete('first'), complete('second'));
  const made = testSession({ transport, workspace: new MemoryWorkspace(), tools, agent: APPROVED });
  await made.say('Build');
  expect(made.session.state().status).toBe('completed');
  expect(transport.requests).toHaveLength(3);
  expect(JSON.stringify(transport.requests[2]?.messages)).toContain('Nothing was checked since you changed src/a.ts.');
  // The next task starts from scratch.
  transport.add(write('two'), complete('third'), complete('fourth'));
  await made.say('More');
  expect(transport.requests).toHaveLength(6);
});

test('what was checked after the last change completes at once; a check before it does not count', async () => {
  const look = (toolCallId: string) => call({ toolName: 'devonz_run_command', input: { command: 'npx --no tsc' }, toolCallId });
  const shell = () => new MemoryWorkspace().script('npx --no tsc', {});
  const agent = { ...APPROVED, autoApproveCommands: true };
  const checked = new ScriptedTransport(write('one'), look('check'), complete('end'));
  await testSession({ transport: checked, workspace: shell(), tools, agent }).say('Build');
  expect(checked.requests).toHaveLength(3);
  const early = new ScriptedTransport(write('one'), look('check'), write('two'), complete('end'), complete('again'));
  await testSession({ transport: early, workspace: shell(), tools, agent }).say('Build');
  expect(early.requests).toHaveLength(5);
  // An empty list of errors proves nothing: perhaps nothing was run.
  const errors = call({ toolName: 'devonz_get_errors', input: {}, toolCallId: 'errors' });
  const listed = new ScriptedTransport(write('one'), errors, complete('end'), complete('again'));
  await testSession({ transport: listed, workspace: shell(), tools, agent }).say('Build');
  expect(listed.requests).toHaveLength(4);
});

test('prose needs no check, and on the last step nothing is held back', async () => {
  const prose = new ScriptedTransport(write('one', 'README.md'), complete('end'));
  await testSession({ transport: prose, workspace: new MemoryWorkspace(), tools, agent: APPROVED }).say('Write');
  expect(prose.requests).toHaveLength(2);
  const last = new ScriptedTransport(write('one'), complete('end'));
  const made = testSession({ transport: last, workspace: new MemoryWorkspace(), tools, agent: { ...APPROVED, maxIterations: 2 } });
  await made.say('Build');
  expect(made.session.state().status).toBe('completed');
});

test('an answer to a question continues the task: what was changed before it still wants a check', async () => {
  const ask = call({ toolName: 'devonz_ask_user', input: { question: 'Which colour?' }, toolCallId: 'ask' });
  const transport = new ScriptedTransport(write('one'), ask, complete('first'), complete('second'));
  const made = testSession({ transport, workspace: new MemoryWorkspace(), tools, agent: APPROVED });
  await made.say('Build');
  expect(made.session.state().status).toBe('waiting_for_user');
  await made.say('Red');
  expect(made.session.state().status).toBe('completed');
  expect(transport.requests).toHaveLength(4);
});
