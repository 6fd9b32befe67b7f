import { expect, test } from 'vitest';
import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { waitingCalls } from '../../../../app/lib/attention/waiting-calls.ts';
import { approvalIdSchema } from '../../../../app/lib/protocol/ids.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

const write = (path: string, content: string) => ({ toolName: 'devonz_write_file', input: { path, content } });
const run = (command: string) => ({ toolName: 'devonz_run_command', input: { command } });

test('"always" answers the waiting calls it covers and no others', async () => {
  const workspace = new MemoryWorkspace().script('npm test', {}).script('npm run lint', {});
  const transport = new ScriptedTransport(call(run('npm test'), run('npm test'), run('npm run lint')), say('Done.'));
  const { session, say: tell, waiting, settings } = testSession({ transport, workspace, tools });
  await tell('check');
  const [first] = waiting();
  expect(waiting()).toHaveLength(3);
  await session.answerApproval(first?.approvalId ?? approvalIdSchema.parse('none'), {
    decision: 'approve',
    remember: { pattern: 'npm test', scope: 'chat' },
  });
  await session.settled();
  expect(workspace.commands).toEqual(['npm test', 'npm test']);
  expect(waiting().map((one) => one.subject)).toEqual([{ kind: 'command', command: 'npm run lint', cwd: '' }]);
  expect(settings.value.rules).toMatchObject([{ pattern: 'npm test', verdict: 'allow', scope: 'chat', chatId: 'chat-1' }]);
  await session.stop();
});

test('"approve all" answers what waits now and nothing later', async () => {
  const workspace = new MemoryWorkspace().script('npm install', {}).script('npm test', {});
  const transport = new ScriptedTransport(call(run('npm install')), call(run('npm test')));
  const { session, say: tell, onlyWaiting } = testSession({ transport, workspace, tools });
  await tell('go');
  await session.approveAll();
  await session.settled();
  expect(workspace.commands).toEqual(['npm install']);
  expect(onlyWaiting().subject).toMatchObject({ command: 'npm test' });
  await session.stop();
});

test('edited arguments are what runs, and the model is notified', async () => {
  const workspace = new MemoryWorkspace({ 'a.txt': 'old' });
  const transport = new ScriptedTransport(call(write('a.txt', 'new')), say('Done.'));
  const { session, say: tell, onlyWaiting } = testSession({ transport, workspace, tools });
  await tell('go');
  const { approvalId } = onlyWaiting();
  const refused = await session.answerApproval(approvalId, { decision: 'edit', input: { path: 'a.txt' } });
  expect(refused).toMatchObject({ accepted: false, why: expect.stringContaining('content') });
  expect(await session.answerApproval(approvalId, { decision: 'edit', input: { path: '../../etc/x', content: '' } })).toMatchObject({
    accepted: false,
  });
  expect(await session.answerApproval(approvalId, { decision: 'edit', input: { path: 'a.txt', content: 'mine' } })).toEqual({
    accepted: true,
  });
  await session.settled();
  expect(workspace.text('a.txt')).toBe('mine');
  expect(JSON.stringify(transport.requests[1]?.messages)).toContain('The user changed the arguments');
});

test('a second answer to the same question is refused', async () => {
  const workspace = new MemoryWorkspace({ 'a.txt': 'old' });
  const transport = new ScriptedTransport(call(write('a.txt', 'new')), say('Done.'));
  const { session, say: tell, onlyWaiting } = testSession({ transport, workspace, tools });
  await tell('go');
  const { approvalId } = onlyWaiting();
  const [first, second] = await Promise.all([
    session.answerApproval(approvalId, { decision: 'approve' }),
    session.answerApproval(approvalId, { decision: 'deny' }),
  ]);
  expect([first.accepted, second.accepted]).toEqual([true, false]);
  await session.settled();
  expect(workspace.writes).toEqual(['a.txt']);
});

test('a file that changed while the question waited is asked about again', async () => {
  const workspace = new MemoryWorkspace({ 'a.txt': 'old' });
  const transport = new ScriptedTransport(call(write('a.txt', 'new')), say('Done.'));
  const { session, say: tell, onlyWaiting, ports } = testSession({ transport, workspace, tools });
  await tell('go');
  const first = onlyWaiting();
  const path = [...['a.txt']].map((one) => one as Parameters<typeof ports.workspace.writeFile>[0])[0];
  if (path !== undefined) await ports.workspace.writeFile(path, new TextEncoder().encode('by the user'));
  await session.answerApproval(first.approvalId, { decision: 'approve' });
  await session.settled();
  expect(workspace.text('a.txt')).toBe('by the user');
  expect(onlyWaiting().approvalId).not.toBe(first.approvalId);
  expect(await session.proposedChange(onlyWaiting().approvalId)).toEqual({ path: 'a.txt', before: 'by the user', after: 'new' });
  await session.stop();
});

test('a file that the same step creates first asks before it is overwritten', async () => {
  const workspace = new MemoryWorkspace();
  const transport = new ScriptedTransport(call(write('a.txt', 'one'), write('a.txt', 'two')), say('Done.'));
  const { session, say: tell, onlyWaiting } = testSession({ transport, workspace, tools });
  await tell('go');
  expect(workspace.text('a.txt')).toBe('one');
  expect(onlyWaiting().subject).toMatchObject({ kind: 'file_modify', path: 'a.txt' });
  await session.stop();
});

test('arguments that differ from those approved are not run', async () => {
  const workspace = new MemoryWorkspace().script('npm test', {});
  const transport = new ScriptedTransport(call(run('npm test')), say('Done.'));
  const { session, say: tell, onlyWaiting, calls } = testSession({ transport, workspace, tools });
  await tell('go');
  const input = calls()[0]?.input;
  // Code with a reference to the arguments changes them between the question and the answer.
  if (typeof input === 'object' && input !== null) Object.assign(input, { timeout: 1 });
  await session.answerApproval(onlyWaiting().approvalId, { decision: 'approve' });
  await session.settled();
  expect(workspace.commands).toEqual([]);
  expect(calls()[0]).toMatchObject({ status: 'error', code: 'approval_mismatch' });
});

test('a rewrite that loses most of a file asks even where changes are auto-approved', async () => {
  const workspace = new MemoryWorkspace({ 'a.ts': 'const line = 1;\n'.repeat(50) });
  const transport = new ScriptedTransport(call(write('a.ts', '// ... rest of the code\n')));
  const { session, say: tell, onlyWaiting } = testSession({ transport, workspace, tools, agent: { autoApproveFileModification: true } });
  await tell('go');
  expect(onlyWaiting().parts.map((part) => part.why)).toEqual([
    'it makes the file 97 % shorter',
    'it holds a placeholder where the rest of the code should be',
    'file changes are approved automatically',
  ]);
  await session.stop();
});

test('a secret file is not read without asking', async () => {
  const workspace = new MemoryWorkspace({ '.env': 'KEY=1' });
  const transport = new ScriptedTransport(call({ toolName: 'devonz_read_file', input: { path: '.env' } }));
  const { session, say: tell, onlyWaiting } = testSession({ transport, workspace, tools });
  await tell('go');
  expect(onlyWaiting().why).toContain('keys');
  await session.stop();
});

test('a remembered rule on a script sleeps when the agent rewrites the script', async () => {
  const manifest = (test: string) => JSON.stringify({ scripts: { test } });
  const workspace = new MemoryWorkspace({ 'package.json': manifest('vitest') }).script('npm test', {});
  const rewrite = call(write('package.json', manifest('jest')));
  const transport = new ScriptedTransport(call(run('npm test')), call(run('npm test')), rewrite, call(run('npm test')));
  const { session, say: tell, onlyWaiting } = testSession({ transport, workspace, tools });
  await tell('go');
  await session.answerApproval(onlyWaiting().approvalId, { decision: 'approve', remember: { pattern: 'npm test', scope: 'always' } });
  await session.settled();
  expect(workspace.commands).toEqual(['npm test', 'npm test']);
  expect(onlyWaiting()).toMatchObject({ subject: { path: 'package.json' }, why: 'it changes the scripts that npm runs' });
  await session.approveAll();
  await session.settled();
  expect(onlyWaiting()).toMatchObject({ subject: { command: 'npm test' }, why: expect.stringContaining('has changed since') });
  await session.stop();
});

test('a call that is denied while another runs no longer waits, and is answered when it is its turn', async () => {
  let end: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => {
    end = resolve;
  });
  const workspace = new MemoryWorkspace().script('npm test', async () => {
    await slow;
    return { status: 'completed', exitCode: 0, output: '' };
  });
  const transport = new ScriptedTransport(call(run('npm test'), run('npm run lint')), say('Done.'));
  const { session, say: tell, waiting } = testSession({ transport, workspace, tools });
  await tell('check');
  const [first, second] = waiting();
  await session.answerApproval(first?.approvalId ?? approvalIdSchema.parse('none'), { decision: 'approve' });
  await expect.poll(() => workspace.commands).toEqual(['npm test']);
  expect(session.state().status).toBe('waiting_for_approval');
  await session.answerApproval(second?.approvalId ?? approvalIdSchema.parse('none'), { decision: 'deny' });
  const { status, toolCalls, delegates } = session.state();
  expect(status).toBe('executing');
  expect(waitingCalls(toolCalls, delegates)).toEqual([]);
  expect([...toolCalls.values()].at(-1)).toMatchObject({ status: 'awaiting_approval', isDenied: true });
  end();
  await session.settled();
  expect([...session.state().toolCalls.values()].at(-1)).toMatchObject({ status: 'error', code: 'denied' });
  expect(workspace.commands).toEqual(['npm test']);
});
