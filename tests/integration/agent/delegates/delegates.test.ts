import { expect, test } from 'vitest';
import { RoutedTransport } from '../../../../app/lib/agent/testing/routed-transport.ts';
import { call, type ScriptedAnswer, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { type TestSession, testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import type { AgentModeSettings } from '../../../../app/lib/protocol/settings.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

const delegate = (task: string, rest: object = {}) => ({ toolName: 'devonz_delegate', input: { task, ...rest } });
const read = (path: string) => ({ toolName: 'devonz_read_file', input: { path } });
const write = (path: string, content = 'new\n') => ({ toolName: 'devonz_write_file', input: { path, content } });
const run = (command: string) => ({ toolName: 'devonz_run_command', input: { command } });

function start(scripts: Record<string, ScriptedAnswer[]>, files: Record<string, string> = {}, agent: Partial<AgentModeSettings> = {}) {
  const transport = new RoutedTransport(scripts);
  const workspace = new MemoryWorkspace(files);
  return { transport, workspace, ...testSession({ transport, workspace, tools, agent }) };
}

/** Returns the pending approvals of sub-agents. */
function asked({ session }: Pick<TestSession, 'session'>) {
  return [...session.state().delegates.values()].flatMap(({ toolCalls }) =>
    [...toolCalls.values()].flatMap((one) => (one.status === 'awaiting_approval' ? [one.approval] : [])),
  );
}

function outputOf({ calls }: Pick<TestSession, 'calls'>, index = 0): unknown {
  const one = calls()[index];
  return one?.status === 'success' ? one.output : one;
}

test('three readers work side by side, a fourth waits for a place, and each report is the result of its call', async () => {
  let atWork = 0;
  let most = 0;
  let release: () => void = () => undefined;
  const all = new Promise<void>((resolve) => {
    release = resolve;
  });
  class SlowWorkspace extends MemoryWorkspace {
    override async readFile(path: Parameters<MemoryWorkspace['readFile']>[0]) {
      most = Math.max(most, ++atWork);
      if (atWork === 3) release();
      await all;
      atWork--;
      return super.readFile(path);
    }
  }
  const names = ['a', 'b', 'c', 'd'];
  const reader = (name: string) => [call(read(`${name}.ts`)), say(`${name} is fine.`)];
  const transport = new RoutedTransport({
    go: [call(...names.map((name) => delegate(`look at ${name}`))), say('All are fine.')],
    ...Object.fromEntries(names.map((name) => [`look at ${name}`, reader(name)])),
  });
  const workspace = new SlowWorkspace(Object.fromEntries(names.map((name) => [`${name}.ts`, 'x\n'])));
  const one = testSession({ transport, workspace, tools });
  await one.say('go');
  expect(most).toBe(3);
  expect(one.session.state().status).toBe('completed');
  const reports = names.map((_, index) => outputOf(one, index));
  expect(reports).toEqual(names.map((name) => expect.objectContaining({ report: `${name} is fine.`, ended: 'completed', changed: [] })));
  expect(transport.requests('look at a')[0]?.toolNames).not.toContain('devonz_write_file');
  expect(transport.requests('look at a')[0]?.toolNames).not.toContain('devonz_delegate');
});

test('a sub-agent sees its task and nothing of the conversation, and the model sees its report and nothing of its steps', async () => {
  const { say: tell, transport } = start(
    { secretive: [call(delegate('find x')), say('Thanks.')], 'find x': [call(read('a.ts')), say('It is in line 7.')] },
    { 'a.ts': 'content of a\n' },
  );
  await tell('secretive');
  expect(JSON.stringify(transport.requests('find x'))).not.toContain('secretive');
  const second = JSON.stringify(transport.requests('secretive')[1]);
  expect(second).toContain('It is in line 7.');
  expect(second).not.toContain('content of a');
});

test('a writer changes what its scope holds; what it and its commands do counts as the work of the task', async () => {
  const one = start({
    go: [call(delegate('write the docs', { scope: ['docs/**'] })), say('Done.')],
    'write the docs': [call(write('docs/a.md')), call({ toolName: 'devonz_task_complete', input: { summary: 'Written.' } })],
  });
  await one.say('go');
  expect(one.workspace.text('docs/a.md')).toBe('new\n');
  expect(outputOf(one)).toMatchObject({ ended: 'completed', report: 'Written.', changed: ['created docs/a.md'] });
  expect(one.session.state().filesCreated).toEqual(['docs/a.md']);
});

test.each([
  ['writing', write('src/a.ts')],
  ['editing', { toolName: 'devonz_edit_file', input: { path: 'src/old.ts', edits: [{ find: 'old', replace: 'new' }] } }],
  ['deleting', { toolName: 'devonz_delete_file', input: { path: 'src/old.ts' } }],
  ['moving out', { toolName: 'devonz_rename_file', input: { path: 'docs/old.md', newPath: 'src/old.md' } }],
  ['moving in', { toolName: 'devonz_rename_file', input: { path: 'src/old.ts', newPath: 'docs/old.ts' } }],
])('%s outside of the scope is an error result, and nothing is changed', async (_what, breach) => {
  const one = start(
    { go: [call(delegate('write', { scope: ['docs/**'] })), say('Done.')], write: [call(breach), say('It was refused.')] },
    { 'src/old.ts': 'old\n', 'docs/old.md': 'old\n' },
    { autoApproveFileModification: true, autoApproveCommands: true },
  );
  await one.say('go');
  const [breached] = [...(one.session.state().delegates.get('call-1')?.toolCalls.values() ?? [])];
  expect(breached).toMatchObject({ status: 'error', code: 'outside_scope' });
  expect(one.workspace.writes).toEqual([]);
});

test('a change is approved under the name of the sub-agent and its task; a denial is its answer', async () => {
  const one = start(
    {
      go: [call(delegate('change the docs', { scope: ['docs/**'] })), say('Done.')],
      'change the docs': [call(write('docs/a.md')), call(write('docs/b.md')), say('One was denied.')],
    },
    { 'docs/a.md': 'old\n', 'docs/b.md': 'old\n' },
  );
  await one.say('go');
  expect(one.session.state().status).toBe('waiting_for_approval');
  const [first] = asked(one);
  expect(first).toMatchObject({ asker: { name: 'Sub-agent', task: 'change the docs', scope: ['docs/**'] } });
  const approvalId = first?.approvalId ?? expect.unreachable();
  // An answer by a call's ID must not be applied to the agent's own call.
  const told = one.events.flatMap((event) => (event.type === 'approval-requested' ? [event.approval.toolCallId] : []));
  expect(told).toEqual(['call-1/call-1']);
  expect(await one.session.proposedChange(approvalId)).not.toBeNull();
  expect(await one.session.answerApproval(approvalId, { decision: 'approve' })).toEqual({ accepted: true });
  await one.session.settled();
  const second = asked(one)[0]?.approvalId ?? expect.unreachable();
  await one.session.answerApproval(second, { decision: 'deny', reason: 'Not this one.' });
  await one.session.settled();
  expect(one.session.state().status).toBe('completed');
  expect(one.workspace.text('docs/a.md')).toBe('new\n');
  expect(one.workspace.text('docs/b.md')).toBe('old\n');
  expect(JSON.stringify(one.transport.requests('change the docs')[2])).toContain('Not this one.');
});

test('"approve all" answers sub-agents, too', async () => {
  const one = start(
    {
      go: [call(delegate('one'), delegate('two')), say('Done.')],
      one: [call(read('.env')), say('1')],
      two: [call(read('.env')), say('2')],
    },
    { '.env': 'KEY=1\n' },
  );
  await one.say('go');
  expect(asked(one)).toHaveLength(2);
  await one.session.approveAll();
  await one.session.settled();
  expect(one.session.state().status).toBe('completed');
});

test('a command of a writer asks and says the scope, also where commands are auto-approved; a rule of the user stays in force', async () => {
  const one = start(
    {
      go: [call(delegate('build', { scope: ['docs/**'] })), say('Done.')],
      build: [call(run('make docs')), call(run('node build.js')), say('Built.')],
    },
    { 'docs/a.md': 'old\n' },
    { autoApproveCommands: true },
  );
  one.workspace.script('make docs', { output: '' }).script('node build.js', { output: '' });
  one.settings.addRule({ pattern: 'node build.js', verdict: 'allow', scope: 'chat', chatId: one.session.chatId, createdAt: 1 });
  await one.say('go');
  const [question] = asked(one);
  expect(question).toMatchObject({ subject: { command: 'make docs' }, asker: { scope: ['docs/**'] } });
  expect(question?.why).toContain('docs/**');
  await one.session.approveAll();
  await one.session.settled();
  expect(one.workspace.commands).toEqual(['make docs', 'node build.js']);
});

test('a reader that calls a tool it does not have changes nothing', async () => {
  const one = start(
    {
      go: [call(delegate('look')), say('Done.')],
      look: [call(write('a.ts'), run('rm -rf src'), delegate('go deeper')), say('I could not.')],
    },
    {},
    { autoApproveCommands: true },
  );
  await one.say('go');
  const inner = [...(one.session.state().delegates.get('call-1')?.toolCalls.values() ?? [])];
  expect(inner.map((each) => each.status === 'error' && each.code)).toEqual(['unknown_tool', 'unknown_tool', 'unknown_tool']);
  expect([one.workspace.writes, one.workspace.commands]).toEqual([[], []]);
});

test('in plan mode sub-agents only read', async () => {
  const one = start({
    go: [call(delegate('write', { scope: ['**'] }), delegate('look')), say('A plan.')],
    look: [say('Looked.')],
  });
  await one.session.send('go', 'plan');
  await one.session.settled();
  expect(one.calls().map(({ status }) => status)).toEqual(['error', 'success']);
});

test('what sub-agents use counts to the run, and its budget ends them and the run', async () => {
  const one = start(
    { go: [call(delegate('look')), say('More.')], look: [call(read('a.ts')), call(read('a.ts')), call(read('a.ts')), say('Never.')] },
    { 'a.ts': 'x\n' },
  );
  one.settings.value = { ...one.settings.value, budget: { tokens: 45, money: null, minutes: null } };
  await one.say('go');
  const { runTokens, notice, delegates } = one.session.state();
  expect(runTokens).toEqual({ input: 30, output: 15 });
  expect(notice).toMatchObject({ type: 'budget', budget: 'tokens' });
  expect(delegates.get('call-1')?.notice).toMatchObject({ type: 'budget' });
  expect(outputOf(one)).toMatchObject({ ended: expect.stringMatching(/^early: A budget is used up/) });
  await one.session.grantBudget('tokens', 1_000);
  await one.session.settled();
  expect(one.session.state().status).toBe('completed');
});

test('a sub-agent ends at its own budget and at its own steps, and the run continues', async () => {
  const one = start(
    {
      go: [call(delegate('a', { budget: { tokens: 15 } }), delegate('b', { budget: { steps: 2 } })), say('Well.')],
      a: [call(read('a.ts'))],
      b: [call(read('a.ts')), call(read('a.ts'))],
    },
    { 'a.ts': 'x\n' },
  );
  await one.say('go');
  expect(outputOf(one, 0)).toMatchObject({ ended: expect.stringContaining('15 of 15 (tokens)'), tokens: 15 });
  expect(outputOf(one, 1)).toMatchObject({ ended: 'early: It has used all of its 2 steps.', steps: 2 });
  expect(one.session.state().status).toBe('completed');
});

test('a sub-agent whose model fails is an error result, which says what it had changed', async () => {
  const one = start({
    go: [call(delegate('write', { scope: ['**'] })), say('I see.')],
    write: [call(write('a.md')), new Error('The provider is gone.')],
  });
  await one.say('go');
  expect(one.calls()[0]).toMatchObject({ status: 'error', message: expect.stringMatching(/provider is gone.*created a\.md/s) });
  expect(one.session.state().status).toBe('completed');
});

test.each(['json', 'xml'] as const)('a model that calls tools as %s text starts them as well', async (codec) => {
  const first =
    codec === 'json'
      ? JSON.stringify({ type: 'tool', name: 'devonz_delegate', args: { task: 'look', budget: { steps: 3 } } })
      : '<devonz_delegate>\n<task>look</task>\n<budget>{"steps":3}</budget>\n</devonz_delegate>';
  const done = (text: string) => say(codec === 'json' ? JSON.stringify({ type: 'answer', text }) : text);
  const one = start({ go: [say(first), done('Good.')], look: [done('Looked.')] });
  one.settings.value = { ...one.settings.value, codecs: { 'demo:scripted': codec } };
  await one.say('go');
  expect(outputOf(one)).toMatchObject({ report: 'Looked.' });
});

test('two that write work one after the other', async () => {
  let atWork = 0;
  let most = 0;
  const build = async () => {
    most = Math.max(most, ++atWork);
    await new Promise((resolve) => setImmediate(resolve));
    atWork--;
    return { status: 'completed' as const, exitCode: 0, output: '' };
  };
  const one = start({
    go: [call(delegate('first', { scope: ['a/**'] }), delegate('second', { scope: ['b/**'] })), say('Done.')],
    first: [call(run('make a')), call(write('a/x.md')), say('A.')],
    second: [call(run('make b')), say('B.')],
  });
  one.workspace.script('make a', build).script('make b', build);
  for (const pattern of ['make a', 'make b']) one.settings.addRule({ pattern, verdict: 'allow', scope: 'always', createdAt: 1 });
  await one.say('go');
  expect(one.workspace.commands).toEqual(['make a', 'make b']);
  expect(most).toBe(1);
  const order = one.journal.records.flatMap(({ event }) => (event.type === 'delegate-event' ? [event.toolCallId] : []));
  expect(order).toEqual(order.toSorted());
});

test('what the user has locked a sub-agent does not change, and files that the run has made ask before they are run', async () => {
  const one = start(
    {
      go: [call(write('tool.js', 'x\n')), call({ ...delegate('work', { scope: ['**'] }), toolCallId: 'call-2' })],
      work: [call(write('kept.md')), call(run('node tool.js'))],
    },
    { 'kept.md': 'old\n' },
    { autoApproveFileModification: true, autoApproveCommands: true },
  );
  await one.session.setLock('kept.md', true);
  await one.say('go');
  const [locked] = [...(one.session.state().delegates.get('call-2')?.toolCalls.values() ?? [])];
  expect(locked).toMatchObject({ status: 'error', code: 'locked' });
  expect(asked(one)).toEqual([expect.objectContaining({ why: 'it runs tool.js, which the agent wrote in this run' })]);
  expect(one.workspace.text('kept.md')).toBe('old\n');
  await one.session.stop();
});

test('a task that is split up without an end starts twenty and no more', async () => {
  const many = (from: number) => Array.from({ length: 11 }, (_, index) => ({ ...delegate('look'), toolCallId: `d-${from + index}` }));
  const one = start({
    go: [call(...many(0)), call(...many(11)), say('Done.')],
    look: Array.from({ length: 20 }, () => say('Looked.')),
  });
  await one.say('go');
  expect(one.calls().filter(({ status }) => status === 'success')).toHaveLength(20);
  const refused = one.calls().flatMap((each) => (each.status === 'error' ? [each.message] : []));
  expect(refused).toEqual(Array.from({ length: 2 }, () => expect.stringContaining('starts no more')));
});

test('money that sub-agents cost, each at the price of its model, is money of the run', async () => {
  const price = { input: 100_000, output: 0 };
  const one = start(
    { go: [call(delegate('look', { role: 'r', budget: { money: 2 } })), say('More.')], look: [call(read('a.ts')), say('Looked.')] },
    { 'a.ts': 'x\n', '.devonz/agents/r.md': '---\nmodel: other:model\n---\n' },
  );
  one.settings.value = {
    ...one.settings.value,
    prices: { 'demo:scripted': price, 'other:model': price },
    budget: { tokens: null, money: 3, minutes: null },
  };
  await one.say('go');
  await one.session.approveAll();
  await one.session.settled();
  const usage = { inputTokens: 10, outputTokens: 5 };
  expect(one.session.state().runUsage).toMatchObject([
    { modelId: 'demo:scripted', usage },
    { modelId: 'other:model', usage },
    { modelId: 'other:model', usage },
  ]);
  // Ten input tokens cost a dollar: two steps of the sub-agent exhaust its budget and, with the run's first step, that of the run.
  expect(one.session.state().notice).toMatchObject({ type: 'budget', budget: 'money', used: 3 });
});
