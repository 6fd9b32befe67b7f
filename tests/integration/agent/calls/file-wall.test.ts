import { expect, test } from 'vitest';
import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import type { CommandOutcome, CommandRequest } from '../../../../app/lib/runtime/types.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

const run = (command: string, input: Record<string, string | { read: string[] }> = {}) => ({
  toolName: 'devonz_run_command',
  input: { command, ...input },
});
const NOTHING = { secrets: false, read: [], write: [], isAnyProtected: false };

/** A workspace on a host with a file wall, which records every command and ends it as instructed. */
class GuardedWorkspace extends MemoryWorkspace {
  readonly requests: CommandRequest[] = [];
  outcome: CommandOutcome = { status: 'completed', exitCode: 0, output: '' };

  async hasFileWall(): Promise<boolean> {
    return true;
  }

  override async runCommand(request: CommandRequest): Promise<CommandOutcome> {
    this.requests.push(request);
    return this.outcome;
  }
}

test('what runs unasked may touch nothing guarded, and what is refused is reported with how to ask for it', async () => {
  const workspace = new GuardedWorkspace({ 'src/a.ts': '' });
  workspace.outcome = { status: 'completed', exitCode: 2, output: '', refused: [{ access: 'read', path: '.env' }] };
  const transport = new ScriptedTransport(call(run('node check.js')), say('Done.'));
  const { say: tell } = testSession({ transport, workspace, tools, agent: { autoApproveCommands: true } });
  await tell('go');
  expect(workspace.requests.map(({ touches }) => touches)).toEqual([NOTHING]);
  const result = JSON.stringify(transport.requests[1]?.messages);
  expect(result).toContain('skipped .env: files with keys ask first.');
  expect(result).toContain('access');
});

test('an approval lets a command touch what its card said', async () => {
  const workspace = new GuardedWorkspace({ '.env': 'KEY=1' });
  const transport = new ScriptedTransport(call(run('cat .env')), say('Done.'));
  const { session, say: tell, onlyWaiting } = testSession({ transport, workspace, tools });
  await tell('go');
  expect(onlyWaiting().touches).toEqual({ ...NOTHING, read: ['.env'] });
  await session.answerApproval(onlyWaiting().approvalId, { decision: 'approve' });
  await session.settled();
  expect(workspace.requests.map(({ touches }) => touches)).toEqual([{ ...NOTHING, read: ['.env'] }]);
});

test('access that the model names asks, whatever the settings, and is given by the answer', async () => {
  const workspace = new GuardedWorkspace();
  const transport = new ScriptedTransport(call(run('node check.js', { access: { read: ['.env'] } })), say('Done.'));
  const { session, say: tell, onlyWaiting } = testSession({ transport, workspace, tools, agent: { autoApproveCommands: true } });
  await tell('go');
  expect(onlyWaiting().why).toBe('it wants to read .env');
  expect(onlyWaiting().touches).toMatchObject({ read: ['.env'] });
  await session.answerApproval(onlyWaiting().approvalId, { decision: 'approve' });
  await session.settled();
  expect(workspace.requests[0]?.touches).toMatchObject({ read: ['.env'] });
});

test('a command that the user has edited may touch what its new words say', async () => {
  const workspace = new GuardedWorkspace();
  const transport = new ScriptedTransport(call(run('cat .env')), say('Done.'));
  const { session, say: tell, onlyWaiting } = testSession({ transport, workspace, tools });
  await tell('go');
  await session.answerApproval(onlyWaiting().approvalId, { decision: 'edit', input: { command: 'cat .env.local' } });
  await session.settled();
  expect(workspace.requests.map(({ command, touches }) => [command, touches?.read])).toEqual([['cat .env.local', ['.env.local']]]);
});

test('on a host without a wall nothing is said of what a command may touch', async () => {
  const workspace = new MemoryWorkspace({ '.env': '' }).script('cat .env', (request) => {
    expect(request.touches).toBeUndefined();
    return { status: 'completed', exitCode: 0, output: '' };
  });
  const transport = new ScriptedTransport(call(run('cat .env')), say('Done.'));
  const { session, say: tell, onlyWaiting } = testSession({ transport, workspace, tools });
  await tell('go');
  expect(onlyWaiting().touches).toBeUndefined();
  await session.answerApproval(onlyWaiting().approvalId, { decision: 'approve' });
  await session.settled();
  expect(workspace.commands).toEqual(['cat .env']);
});
