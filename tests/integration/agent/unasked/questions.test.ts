import { expect, test } from 'vitest';
import { RoutedTransport } from '../../../../app/lib/agent/testing/routed-transport.ts';
import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { toWorkspacePath } from '../../../../app/lib/runtime/to-workspace-path.ts';
import type { ArbitraryCall } from './arbitrary-calls.ts';
import { ALL_TOOLS as tools } from './later-tools.ts';

const agent = { autoApproveFileCreation: true, autoApproveFileModification: true, autoApproveCommands: true };
const ENV = toWorkspacePath('.env') ?? expect.unreachable('a path');
const edit = (find: string, path = '.env'): ArbitraryCall => ({
  toolName: 'devonz_edit_file',
  input: { path, edits: [{ find, replace: 'PORT=4000' }] },
});

function setUp(files: Record<string, string>, ...calls: ArbitraryCall[]) {
  const workspace = new MemoryWorkspace(files);
  const made = testSession({ transport: new ScriptedTransport(call(...calls), say('Done.')), workspace, tools, agent });
  return { ...made, workspace };
}

const WHY =
  'it cannot be done as things are, and what is wrong would tell something of a file that may hold keys or passwords: if you approve, the model learns it';

test('an edit of a secret file that does not match asks before it says so', async () => {
  const { say: tell, onlyWaiting, session, calls, workspace } = setUp({ '.env': 'PORT=3000' }, edit('never-there'));
  await tell('go');
  const asked = onlyWaiting();
  expect(asked).toMatchObject({
    action: 'read',
    subject: { kind: 'command', command: 'devonz_edit_file .env' },
    why: WHY,
    parts: [{ text: '.env', verdict: 'ask', by: 'guard' }],
  });
  expect(await session.proposedChange(asked.approvalId)).toBeNull();
  await session.answerApproval(asked.approvalId, { decision: 'approve' });
  await session.settled();
  expect(calls()).toMatchObject([{ status: 'error', code: 'no_match', message: expect.stringContaining('was not found in .env') }]);
  expect(workspace.writes).toEqual([]);
});

test('a yes to the words is no yes to a change: what fits by then asks with its diff', async () => {
  const { say: tell, onlyWaiting, session, calls, workspace } = setUp({ '.env': 'PORT=3001' }, edit('PORT=3000'));
  await tell('go');
  const { approvalId } = onlyWaiting();
  await workspace.writeFile(ENV, new TextEncoder().encode('PORT=3000'));
  await session.answerApproval(approvalId, { decision: 'approve' });
  await session.settled();
  const second = onlyWaiting();
  expect(second).toMatchObject({ action: 'change', subject: { kind: 'file_modify', path: '.env' } });
  await session.answerApproval(second.approvalId, { decision: 'approve' });
  await session.settled();
  expect([calls().map(({ status }) => status), workspace.text('.env')]).toEqual([['success'], 'PORT=4000']);
});

test('what stops to fit between question and yes is answered, for the card named the file', async () => {
  const { say: tell, onlyWaiting, session, calls, workspace } = setUp({ '.env': 'PORT=3000' }, edit('PORT=3000'));
  await tell('go');
  const { approvalId } = onlyWaiting();
  await workspace.writeFile(ENV, new TextEncoder().encode('PORT=3001'));
  await session.answerApproval(approvalId, { decision: 'approve' });
  await session.settled();
  expect(calls()).toMatchObject([{ status: 'error', message: expect.stringContaining('was not found in .env') }]);
});

test('a failure that depends on no secret file is answered at once', async () => {
  const patch = '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-never\n+x\n*** Delete File: .env\n*** End Patch';
  const rename = { toolName: 'devonz_rename_file', input: { path: 'gone.ts', newPath: '.env' } };
  const made = setUp(
    { '.env': 'A=1', 'src/a.ts': 'a' },
    edit('b', 'src/a.ts'),
    { toolName: 'devonz_apply_patch', input: { patch } },
    rename,
  );
  await made.say('go');
  expect(made.waiting()).toEqual([]);
  expect(made.calls().map((one) => (one.status === 'error' ? one.code : one.status))).toEqual(['no_match', 'no_match', 'not_found']);
});

test.each(['PORT=3000', 'never-there'])('a locked secret file is refused in the same words, whatever it holds: %s', async (find) => {
  const { say: tell, waiting, session, calls } = setUp({ '.env': 'PORT=3000' }, edit(find));
  await session.setLock('.env', true);
  await tell('go');
  expect(waiting()).toEqual([]);
  expect(calls()).toMatchObject([{ status: 'error', code: 'locked' }]);
});

test.each(['PORT=3000', 'never-there'])('so is one out of the scope of a sub-agent: %s', async (find) => {
  const transport = new RoutedTransport({
    go: [call({ toolName: 'devonz_delegate', input: { task: 'sub', scope: ['src/**'] } }), say('Done.')],
    sub: [call(edit(find)), say('Nothing.')],
  });
  const { say: tell, session } = testSession({ transport, workspace: new MemoryWorkspace({ '.env': 'PORT=3000' }), tools, agent });
  await tell('go');
  const [sub] = session.state().delegates.values();
  expect([...(sub?.toolCalls.values() ?? [])]).toMatchObject([{ status: 'error', code: 'outside_scope' }]);
});

test('a file of keys that an earlier call of the step makes is looked at when its turn comes, and then asks', async () => {
  const write = { toolName: 'devonz_write_file', input: { path: '.env', content: 'PORT=3000' } };
  const { say: tell, onlyWaiting, session, calls, workspace } = setUp({}, write, edit('PORT=3000'));
  await tell('go');
  for (const action of ['create', 'change']) {
    expect(onlyWaiting().action).toBe(action);
    await session.approveAll();
    await session.settled();
  }
  expect([calls().map(({ status }) => status), workspace.text('.env')]).toEqual([['success', 'success'], 'PORT=4000']);
});

test('a tool that does not say what it reads asks when its plan reads a secret file', async () => {
  const copy = { toolName: 'copy_file', input: { from: '.env', to: 'notes.txt' } };
  const { say: tell, onlyWaiting, session, workspace } = setUp({ '.env': 'A=1' }, copy);
  await tell('go');
  expect(onlyWaiting()).toMatchObject({
    why: 'what comes of it depends on a file that may hold keys or passwords',
    parts: [{ text: '.env', verdict: 'ask', by: 'guard' }, { text: 'notes.txt' }],
  });
  expect(workspace.paths()).toEqual(['.env']);
  await session.approveAll();
  await session.settled();
  expect(workspace.text('notes.txt')).toBe('A=1');
});

test('a tool that reads only when it runs does not get to read a secret file, by a link neither', async () => {
  const count = (path: string) => ({ toolName: 'count_lines', input: { path } });
  const made = setUp({ '.env': 'A=1\nB=2', 'a.txt': 'a\nb' }, count('.env'), count('notes.txt'), count('a.txt'));
  await made.workspace.makeLink(toWorkspacePath('notes.txt') ?? expect.unreachable('a path'), '.env');
  await made.say('go');
  expect(made.calls()).toMatchObject([
    { status: 'error', message: '.env may hold keys or passwords, and is not read without the user.' },
    { status: 'error', message: '.env may hold keys or passwords, and is not read without the user.' },
    { status: 'success', output: { lines: 2 } },
  ]);
});

test('what a script in a folder of keys would do is looked at, and then refused, only after a yes', async () => {
  const scripts = { 'secrets/package.json': '{"scripts":{"test":"rm -rf /"}}' };
  const {
    say: tell,
    onlyWaiting,
    session,
    calls,
  } = setUp(scripts, {
    toolName: 'devonz_run_command',
    input: { command: 'npm test', cwd: 'secrets' },
  });
  await tell('go');
  expect(onlyWaiting().parts[0]).toMatchObject({ text: 'secrets', by: 'guard' });
  await session.approveAll();
  await session.settled();
  expect(calls()).toMatchObject([{ status: 'error', code: 'blocked' }]);
});
