import { expect, test } from 'vitest';
import { createAgentSession } from '../../../../app/lib/agent/session/create-agent-session.ts';
import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { TEST_CHAT, testPorts } from '../../../../app/lib/agent/testing/test-session.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

const packageFile = JSON.stringify({ scripts: { test: 'vitest run' } });
const routine = (toolCallId: string, input: Record<string, string>) => call({ toolName: 'devonz_routine', input, toolCallId });

function sessionWith(transport: ScriptedTransport, workspace: MemoryWorkspace) {
  const { ports } = testPorts({ transport, workspace });
  const routines = [
    { name: 'test', description: 'Run the tests', command: 'npm run test -- $*' },
    { name: 'wipe', description: 'Never', command: 'sudo rm -rf /' },
  ];
  return createAgentSession({
    chatId: TEST_CHAT,
    ports: { ...ports, tools: { routines: () => routines } },
    tools,
    modelId: () => 'demo:scripted',
  });
}

test('the agent lists the routines unasked, and runs one only with the approval of the command that it stands for', async () => {
  const ran: string[] = [];
  const workspace = new MemoryWorkspace({ 'package.json': packageFile }).script('npm run test -- src', ({ command }) => {
    ran.push(command);
    return { status: 'completed', exitCode: 0, output: '3 passed' };
  });
  const transport = new ScriptedTransport(
    routine('list', { action: 'list' }),
    routine('run', { action: 'run', name: 'test', arguments: 'src' }),
    say('All pass.'),
  );
  const session = sessionWith(transport, workspace);
  await session.send('test it', 'agent');
  await session.settled();
  const waiting = session.state().toolCalls.get('run');
  expect(session.state().toolCalls.get('list')?.status).toBe('success');
  if (waiting?.status !== 'awaiting_approval') throw new Error(`Expected an approval, found ${waiting?.status}.`);
  expect(waiting.approval.subject).toMatchObject({ kind: 'command', command: 'npm run test -- src' });
  expect(ran).toEqual([]);
  await session.answerApproval(waiting.approval.approvalId, { decision: 'approve' });
  await session.settled();
  expect(ran).toEqual(['npm run test -- src']);
  expect(session.state().commandsExecuted).toEqual(['npm run test -- src']);
  expect(session.state().toolCalls.get('run')).toMatchObject({ status: 'success', output: { exitCode: 0, output: '3 passed' } });
});

test('a routine lifts no block: what is never allowed is not run under a name either', async () => {
  const transport = new ScriptedTransport(routine('run', { action: 'run', name: 'wipe' }), say('It is blocked.'));
  const session = sessionWith(transport, new MemoryWorkspace());
  await session.send('wipe it', 'agent');
  await session.settled();
  expect(session.state().toolCalls.get('run')).toMatchObject({ status: 'error', code: 'blocked' });
  expect(session.state().commandsExecuted).toEqual([]);
});
