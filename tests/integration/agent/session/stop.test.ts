import { expect, test } from 'vitest';
import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';
import { turnsOf } from '../../../setup/turns-of.ts';

/**
 * Turns of the event loop: a stop waits for no timer. The limit of 200 ms is measured on the engine (`npm run bench -- agent`,
 * conformance).
 */
const STOP_TURNS = 50;

/** Stops, returns the number of turns that took, and sends the next message. */
async function stopAndContinue({ session, say: tell }: ReturnType<typeof testSession>) {
  const turns = await turnsOf(session.stop());
  const { status } = session.state();
  await tell('and now?');
  return { turns, status, after: session.state().status };
}

const STOPPED = { status: 'idle', after: 'completed' };

test('a stop while approvals wait withdraws all of them at once; a late answer is refused', async () => {
  const write = (path: string) => ({ toolName: 'devonz_write_file', input: { path, content: 'new' } });
  const workspace = new MemoryWorkspace({ 'a.txt': 'old', 'b.txt': 'old' });
  const transport = new ScriptedTransport(call(write('a.txt'), write('b.txt')), say('Here.'));
  const parts = testSession({ transport, workspace, tools });
  await parts.say('go');
  const [first] = parts.waiting();
  const stopped = await stopAndContinue(parts);
  expect(stopped).toMatchObject(STOPPED);
  expect(stopped.turns).toBeLessThan(STOP_TURNS);
  expect(parts.waiting()).toEqual([]);
  expect(parts.calls().map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
  expect(first && (await parts.session.answerApproval(first.approvalId, { decision: 'approve' }))).toMatchObject({ accepted: false });
  expect(workspace.writes).toEqual([]);
});

test('a command that waits for input is reported to the page; what the model types asks first, with the question it answers', async () => {
  const workspace = new MemoryWorkspace().script('npm create vite', (request) => {
    request.onInputWanted?.({ processId: 'p1', prompt: 'Project name:' });
    workspace.processes.add({ processId: 'p1', command: 'npm create vite', waitsFor: { processId: 'p1', prompt: 'Project name:' } });
    return {
      status: 'running',
      processId: 'p1',
      output: 'Project name: ',
      ports: [],
      waitsFor: { processId: 'p1', prompt: 'Project name:' },
    };
  });
  const transport = new ScriptedTransport(
    call({ toolName: 'devonz_run_command', input: { command: 'npm create vite' } }),
    call({ toolName: 'devonz_process', input: { action: 'input', processId: 'p1', text: 'demo' }, toolCallId: 'call-2' }),
    say('Done.'),
  );
  const { session, say: tell, onlyWaiting, events } = testSession({ transport, workspace, tools });
  await tell('make it');
  await session.answerApproval(onlyWaiting().approvalId, { decision: 'approve' });
  await session.settled();
  expect(events).toContainEqual({ type: 'input-wanted', toolCallId: 'call-1', wanted: { processId: 'p1', prompt: 'Project name:' } });
  expect(JSON.stringify(transport.requests[1]?.messages)).toContain('It waits for input: Project name:');
  expect(onlyWaiting()).toMatchObject({
    toolName: 'devonz_process',
    subject: { kind: 'command', command: 'npm create vite (p1) asks "Project name:" ⏎ "demo"' },
    why: 'it is typed into a running program',
  });
  await session.answerApproval(onlyWaiting().approvalId, { decision: 'approve' });
  await session.settled();
  expect(workspace.processes.done).toEqual(['write p1 "demo\\r"']);
});
