import { expect, test } from 'vitest';
import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { TestJournal, testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { journalRecordSchema } from '../../../../app/lib/protocol/journal-event.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { wrapWorkspace } from '../../../../app/lib/runtime/wrap-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

const write = (path: string, content: string) => ({ toolName: 'devonz_write_file', input: { path, content } });
const run = (command: string) => ({ toolName: 'devonz_run_command', input: { command } });

/** Returns a journal's first `length` records. */
function journalOf(journal: TestJournal, length: number): TestJournal {
  const cut = new TestJournal();
  cut.records.push(...structuredClone(journal.records.slice(0, length)));
  return cut;
}

test('after a reload the question is still there, under the same id, and its answer works', async () => {
  const workspace = new MemoryWorkspace({ 'a.txt': 'old' });
  const before = testSession({ transport: new ScriptedTransport(call(write('a.txt', 'new'), run('npm test'))), workspace, tools });
  await before.say('go');
  const questions = before.waiting().map((one) => one.approvalId);
  expect(questions).toHaveLength(2);

  workspace.script('npm test', { output: 'ok' });
  const journal = journalOf(before.journal, before.journal.records.length);
  const after = testSession({ transport: new ScriptedTransport(say('Done.')), workspace, tools, journal });
  await after.session.resume(journal.records);
  await after.session.settled();
  expect(after.session.state().status).toBe('waiting_for_approval');
  expect(after.waiting().map((one) => one.approvalId)).toEqual(questions);
  await after.session.approveAll();
  await after.session.settled();
  expect(workspace.text('a.txt')).toBe('new');
  expect(workspace.commands).toEqual(['npm test']);
  expect(after.session.state().status).toBe('completed');
});

test('an answer that is given while the runtime still boots waits for the question, and then works', async () => {
  const workspace = new MemoryWorkspace({ 'a.txt': 'old' });
  const before = testSession({ transport: new ScriptedTransport(call(write('a.txt', 'new'))), workspace, tools });
  await before.say('go');
  const approvalId = before.waiting()[0]?.approvalId ?? expect.unreachable();

  let boot: () => void = () => undefined;
  const booted = new Promise<void>((resolve) => {
    boot = resolve;
  });
  const booting = wrapWorkspace(workspace, async (call) => {
    await booted;
    return call(workspace);
  });
  const journal = journalOf(before.journal, before.journal.records.length);
  const after = testSession({ transport: new ScriptedTransport(say('Done.')), workspace: booting, tools, journal });
  await after.session.resume(journal.records);
  const outcome = after.session.answerApproval(approvalId, { decision: 'approve' });
  boot();
  expect(await outcome).toEqual({ accepted: true });
  await after.session.settled();
  expect(workspace.text('a.txt')).toBe('new');
});

test('what a question would change is shown after a reload as before it, also when it is asked while the runtime still boots', async () => {
  const workspace = new MemoryWorkspace({ 'a.txt': 'old\n' });
  const before = testSession({ transport: new ScriptedTransport(call(write('a.txt', 'new\n'))), workspace, tools });
  await before.say('go');
  const approvalId = before.waiting()[0]?.approvalId ?? expect.unreachable();
  const change = await before.session.proposedChange(approvalId);
  expect(change).toEqual({ path: 'a.txt', before: 'old\n', after: 'new\n' });

  let boot: () => void = () => undefined;
  const booted = new Promise<void>((resolve) => {
    boot = resolve;
  });
  const booting = wrapWorkspace(workspace, async (call) => {
    await booted;
    return call(workspace);
  });
  const journal = journalOf(before.journal, before.journal.records.length);
  const after = testSession({ transport: new ScriptedTransport(say('Done.')), workspace: booting, tools, journal });
  await after.session.resume(journal.records);
  const asked = after.session.proposedChange(approvalId);
  boot();
  expect(await asked).toEqual(change);
  await after.session.answerApproval(approvalId, { decision: 'deny' });
  await after.session.settled();
  expect(await after.session.proposedChange(approvalId)).toBeNull();
});

test('a crash after any record leaves a journal from which the session continues, and nothing runs twice', async () => {
  const record = () => {
    const workspace = new MemoryWorkspace({ 'a.txt': 'old' }).script('npm test', { output: 'ok' });
    const transport = new ScriptedTransport(call(write('new.txt', 'x'), write('a.txt', 'new'), run('npm test')), say('Done.'));
    return { workspace, one: testSession({ transport, workspace, tools }) };
  };
  const { one: whole } = record();
  await whole.say('go');
  await whole.session.approveAll();
  await whole.session.settled();
  const { records } = whole.journal;
  expect(records.length).toBeGreaterThan(15);

  for (let length = 1; length <= records.length; length++) {
    const workspace = new MemoryWorkspace({ 'a.txt': 'old' }).script('npm test', { output: 'ok' });
    const journal = journalOf(whole.journal, length);
    const started = new Set(journal.records.flatMap(({ event }) => (event.type === 'tool-call-started' ? [event.toolCallId] : [])));
    const { session, calls } = testSession({ transport: new ScriptedTransport(say('On.'), say('On.')), workspace, tools, journal });
    await session.resume(journal.records);
    await session.settled();
    await session.approveAll();
    await session.settled();
    await session.send('continue', 'agent');
    await session.settled();
    expect(session.state().status, `cut after ${length}`).toBe('completed');
    expect(calls().every((one) => ['success', 'error', 'cancelled'].includes(one.status))).toBe(true);
    const restarted = journal.records.slice(length).flatMap(({ event }) => (event.type === 'tool-call-started' ? [event.toolCallId] : []));
    expect(restarted.filter((id) => started.has(id))).toEqual([]);
    for (const entry of journal.records) journalRecordSchema.parse(entry);
  }
});

test('a command that was running when the page closed is shown as interrupted', async () => {
  const workspace = new MemoryWorkspace().script('npm test', () => new Promise(() => undefined));
  const before = testSession({ transport: new ScriptedTransport(call(run('npm test'))), workspace, tools });
  await before.say('go');
  await before.session.approveAll();
  const journal = journalOf(before.journal, before.journal.records.length);
  journal.records.push({
    version: 1,
    chatId: before.session.chatId,
    sequence: journal.records.length,
    at: 9_999,
    event: { type: 'tool-call-started', toolCallId: before.calls()[0]?.toolCallId ?? before.waiting()[0]?.toolCallId ?? ('' as never) },
  });
  const after = testSession({ transport: new ScriptedTransport(), workspace: new MemoryWorkspace(), tools, journal });
  await after.session.resume(journal.records);
  expect(after.session.state()).toMatchObject({ status: 'idle', notice: { type: 'interrupted' } });
  expect(after.calls()[0]).toMatchObject({ status: 'cancelled', message: expect.stringContaining('interrupted') });
  await before.session.stop();
});
