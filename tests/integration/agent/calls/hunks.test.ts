import { expect, test } from 'vitest';
import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import type { JsonValue } from '../../../../app/lib/protocol/message.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

const numbered = (...changed: number[]) =>
  Array.from({ length: 30 }, (_, index) => `${changed.includes(index + 1) ? 'NEW' : 'line'} ${index + 1}\r\n`).join('');
const overwrite = (content: string, path = 'a.txt'): { toolName: string; input: JsonValue } => ({
  toolName: 'devonz_write_file',
  input: { path, content },
});

/** A session with a pending change of lines 3, 12 and 25. */
async function waitingChange() {
  const workspace = new MemoryWorkspace({ 'a.txt': numbered() });
  const transport = new ScriptedTransport(call(overwrite(numbered(3, 12, 25))), say('All right.'));
  const one = testSession({ transport, workspace, tools });
  await one.say('change it');
  return { ...one, workspace, transport, approvalId: one.onlyWaiting().approvalId };
}

test('only the hunks that the user took are written, and the model learns exactly which and why', async () => {
  const { session, workspace, transport, approvalId, telemetry } = await waitingChange();
  const answer = { decision: 'hunks' as const, accepted: [0, 2], reasons: [{ hunk: 1, reason: 'Line 12 is right as it is.' }] };
  expect(await session.answerApproval(approvalId, answer)).toEqual({ accepted: true });
  await session.settled();
  expect(workspace.text('a.txt')).toBe(numbered(3, 25));
  const told = JSON.stringify(transport.requests[1]?.messages);
  expect(told).toContain('took 2 of the 3 parts');
  expect(told).toContain('appliedHunks:\\n- hunk: 1, place: line 3\\n- hunk: 3, place: line 25');
  expect(told).toContain('refusedHunks:\\n- hunk: 2\\n  place: line 12\\n  reason: Line 12 is right as it is.\\n  notWritten:\\n  NEW 12');
  expect(told).toContain('1: line 1\\n2: line 2\\n3: NEW 3\\n4: line 4');
  expect(session.state().filesModified).toEqual(['a.txt']);
  const [made] = session.state().toolCalls.values();
  expect(made).toMatchObject({ effects: [{ type: 'file-modified', diff: { added: 2, removed: 2, hunks: [{}, {}] } }] });
  expect(telemetry).toContainEqual(expect.objectContaining({ type: 'approval', decision: 'hunks' }));
});

test('an answer with hunks that there are not, or with none, is refused and the question stays', async () => {
  const { session, workspace, approvalId, waiting } = await waitingChange();
  expect(await session.answerApproval(approvalId, { decision: 'hunks', accepted: [0, 3] })).toMatchObject({
    accepted: false,
    why: expect.stringContaining('there is no hunk 4'),
  });
  const missingReason = { decision: 'hunks' as const, accepted: [0], reasons: [{ hunk: 9, reason: 'no' }] };
  expect(await session.answerApproval(approvalId, missingReason)).toMatchObject({ accepted: false });
  expect(await session.answerApproval(approvalId, { decision: 'hunks', accepted: [] })).toMatchObject({ accepted: false });
  expect(waiting()).toHaveLength(1);
  expect(workspace.writes).toEqual([]);
  await session.stop();
});

test('hunks are bound to the text they were shown against: a file that changed meanwhile asks again', async () => {
  const { session, workspace, approvalId, onlyWaiting } = await waitingChange();
  await workspace.writeFile('a.txt' as never, new TextEncoder().encode(`first\r\n${numbered()}`));
  await session.answerApproval(approvalId, { decision: 'hunks', accepted: [1] });
  await session.settled();
  expect(workspace.text('a.txt')).toBe(`first\r\n${numbered()}`);
  expect(onlyWaiting().approvalId).not.toBe(approvalId);
  await session.stop();
});

test('a file that changes at the very last moment is not written', async () => {
  const { session, workspace, approvalId, calls } = await waitingChange();
  const readFile = workspace.readFile.bind(workspace);
  let reads = 0;
  workspace.readFile = async (path) => {
    // The first read repeats the plan, the second is the executor's own.
    if (++reads > 1) return new TextEncoder().encode('something else');
    return readFile(path);
  };
  await session.answerApproval(approvalId, { decision: 'hunks', accepted: [1] });
  await session.settled();
  expect(workspace.writes).toEqual([]);
  expect(calls()[0]).toMatchObject({ status: 'error', code: 'approval_mismatch' });
});

test('arguments that differ by a byte from those of the question are refused, with hunks too', async () => {
  const { session, workspace, approvalId, journal, calls } = await waitingChange();
  const append = journal.append.bind(journal);
  journal.append = async (event) => {
    await append(event);
    if (event.type !== 'approval-answered') return;
    // The call is tampered with between the answer and the run.
    const [waiting] = calls();
    if (waiting !== undefined) Object.assign(waiting.input as object, { content: numbered(3, 12, 26) });
  };
  await session.answerApproval(approvalId, { decision: 'hunks', accepted: [0] });
  await session.settled();
  expect(workspace.writes).toEqual([]);
  expect(calls()[0]).toMatchObject({ status: 'error', code: 'approval_mismatch' });
});

test('a new file, a command and a file that is no text cannot be taken in parts', async () => {
  const workspace = new MemoryWorkspace({ 'b.bin': new Uint8Array([0xff, 0xfe, 0x00]) });
  const transport = new ScriptedTransport(
    call(overwrite('x', 'new.txt'), overwrite('text', 'b.bin'), { toolName: 'devonz_run_command', input: { command: 'npm install' } }),
    say('Well.'),
  );
  const one = testSession({ transport, workspace, tools, agent: { autoApproveFileCreation: false } });
  await one.say('go');
  expect(one.waiting()).toHaveLength(3);
  for (const { approvalId } of one.waiting()) {
    const outcome = await one.session.answerApproval(approvalId, { decision: 'hunks', accepted: [0] });
    expect(outcome).toMatchObject({ accepted: false, why: expect.stringContaining('in parts') });
  }
  await one.session.stop();
});

test('after a long insertion the result is cut and says so; taking every part says that too', async () => {
  const workspace = new MemoryWorkspace({ 'a.txt': 'one\ntwo\n' });
  const added = `one\n${'more\n'.repeat(60)}two\n`;
  const transport = new ScriptedTransport(call(overwrite(added)), say('Good.'));
  const one = testSession({ transport, workspace, tools });
  await one.say('go');
  await one.session.answerApproval(one.onlyWaiting().approvalId, { decision: 'hunks', accepted: [0] });
  await one.session.settled();
  expect(workspace.text('a.txt')).toBe(added);
  const told = JSON.stringify(transport.requests[1]?.messages);
  expect(told).toContain('took every part');
  expect(told).toContain('[cut: the first 40 of 62 lines]');
});
