import { expect, test } from 'vitest';
import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

const overwrite = (path: string, content: string) => call({ toolName: 'devonz_write_file', input: { path, content } });

test('an approved write runs once, changes the file, and the session continues thinking', async () => {
  const workspace = new MemoryWorkspace({ 'a.txt': 'old' });
  const transport = new ScriptedTransport(overwrite('a.txt', 'new'), say('Done.'));
  const { session, say: tell, onlyWaiting, journal } = testSession({ transport, workspace, tools });
  await tell('change it');
  expect(session.state().status).toBe('waiting_for_approval');
  expect(workspace.text('a.txt')).toBe('old');

  expect(await session.answerApproval(onlyWaiting().approvalId, { decision: 'approve' })).toEqual({ accepted: true });
  await session.settled();

  expect(workspace.writes).toEqual(['a.txt']);
  expect(workspace.text('a.txt')).toBe('new');
  expect(session.state().status).toBe('completed');
  expect(session.state().filesModified).toEqual(['a.txt']);
  expect(journal.types()).toEqual([
    'user-message',
    'run-started',
    'step-started',
    'step-finished',
    'tool-call-validated',
    'approval-requested',
    'approval-answered',
    'tool-call-started',
    'tool-call-succeeded',
    'step-started',
    'step-finished',
    'run-ended',
  ]);
});

test('a denial with a reason leaves the file untouched and reaches the model', async () => {
  const workspace = new MemoryWorkspace({ 'a.txt': 'old' });
  const transport = new ScriptedTransport(overwrite('a.txt', 'new'), say('All right.'));
  const { session, say: tell, onlyWaiting } = testSession({ transport, workspace, tools });
  await tell('change it');
  await session.answerApproval(onlyWaiting().approvalId, { decision: 'deny', reason: 'use b.txt instead' });
  await session.settled();

  expect(workspace.text('a.txt')).toBe('old');
  expect(workspace.writes).toEqual([]);
  expect(session.state().status).toBe('completed');
  expect(JSON.stringify(transport.requests[1]?.messages)).toContain('use b.txt instead');
});

test('with the default settings a new file is silent and an overwrite asks', async () => {
  const workspace = new MemoryWorkspace({ 'old.txt': 'old' });
  const transport = new ScriptedTransport(overwrite('new.txt', 'x'), overwrite('old.txt', 'y'), say('Done.'));
  const { session, say: tell, onlyWaiting } = testSession({ transport, workspace, tools });
  await tell('go');
  expect(workspace.text('new.txt')).toBe('x');
  expect(onlyWaiting().subject).toMatchObject({ kind: 'file_modify', path: 'old.txt' });
  await session.stop();
});

test('a command asks, runs after approval with its output streaming, and its result goes to the model', async () => {
  const workspace = new MemoryWorkspace().script('npm install', ({ onOutput }) => {
    onOutput('added 3 packages\n');
    return { status: 'completed', exitCode: 0, output: '\u001b[32madded 3 packages\u001b[0m\n' };
  });
  const transport = new ScriptedTransport(call({ toolName: 'devonz_run_command', input: { command: 'npm install' } }), say('Installed.'));
  const { session, say: tell, onlyWaiting, events } = testSession({ transport, workspace, tools });
  await tell('install');
  expect(onlyWaiting().subject).toEqual({ kind: 'command', command: 'npm install', cwd: '' });
  await session.answerApproval(onlyWaiting().approvalId, { decision: 'approve' });
  await session.settled();
  expect(events).toContainEqual(expect.objectContaining({ type: 'output', chunk: 'added 3 packages\n' }));
  expect(JSON.stringify(transport.requests[1]?.messages)).toContain('Exit code: 0\\nOutput:\\nadded 3 packages');
  expect(session.state().commandsExecuted).toEqual(['npm install']);
});
