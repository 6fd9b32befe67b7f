import { expect, test } from 'vitest';
import { projectRecords } from '../../../../app/lib/agent/conversation/projection.ts';
import { RoutedTransport } from '../../../../app/lib/agent/testing/routed-transport.ts';
import { call, type ScriptedAnswer, say, textParts } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { TestJournal, type TestSession, testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { journalRecordSchema } from '../../../../app/lib/protocol/journal-event.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';
import { turnsOf } from '../../../setup/turns-of.ts';

/** A stop must not wait for any timer. The limit of 200 ms itself is measured on the engine (`npm run bench -- agent`). */
const STOP_TURNS = 50;
const delegate = (task: string, rest: object = {}) => ({ toolName: 'devonz_delegate', input: { task, ...rest } });
const read = (path: string) => ({ toolName: 'devonz_read_file', input: { path } });
const write = (path: string) => ({ toolName: 'devonz_write_file', input: { path, content: 'new\n' } });
const run = (command: string) => ({ toolName: 'devonz_run_command', input: { command } });
const HANGS: ScriptedAnswer = { parts: textParts('I'), ending: 'hang' };

function start(scripts: Record<string, ScriptedAnswer[]>, workspace = new MemoryWorkspace({ 'a.txt': 'old\n' }), journal?: TestJournal) {
  const transport = new RoutedTransport(scripts);
  return { transport, workspace, ...testSession({ transport, workspace, tools, ...(journal === undefined ? {} : { journal }) }) };
}

/** Returns all calls, including those of sub-agents. */
function allCalls({ session }: Pick<TestSession, 'session'>) {
  const { toolCalls, delegates } = session.state();
  return [toolCalls, ...[...delegates.values()].map((each) => each.toolCalls)].flatMap((calls) => [...calls.values()]);
}

async function until({ session }: Pick<TestSession, 'session'>, isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await new Promise<void>((resolve) => {
      const unsubscribe = session.subscribe(() => {
        unsubscribe();
        resolve();
      });
    });
  }
}

function statuses({ session }: Pick<TestSession, 'session'>): string[] {
  return [...session.state().delegates.values()].map(({ status }) => status);
}

test('a stop ends every sub-agent, also one that waits for its place, at once, and the next message works', async () => {
  const names = ['a', 'b', 'c', 'd'];
  const one = start({
    go: [call(...names.map((name) => delegate(name))), say('Here.')],
    ...Object.fromEntries(names.map((name) => [name, [HANGS]])),
  });
  await one.session.send('go', 'agent');
  await until(one, () => statuses(one).filter((status) => status === 'thinking').length === 3);
  expect(await turnsOf(one.session.stop())).toBeLessThan(STOP_TURNS);
  expect(one.session.state().status).toBe('idle');
  expect(statuses(one)).toEqual(['idle', 'idle', 'idle']);
  expect(one.calls().map(({ status }) => status)).toEqual(names.map(() => 'cancelled'));
  expect(one.journal.types().at(-1)).toBe('run-ended');
  const length = one.journal.records.length;
  await one.say('and now?');
  expect(one.session.state().status).toBe('completed');
  expect(one.journal.types().slice(length)).not.toContain('delegate-event');
});

test('a stop while a sub-agent’s command runs and while another question waits ends both; a late answer is refused', async () => {
  const workspace = new MemoryWorkspace({ 'a.txt': 'old\n' }).script('npm test', () => new Promise(() => undefined));
  const one = start({ go: [call(delegate('w', { scope: ['**'] })), say('Here.')], w: [call(run('npm test'), write('a.txt'))] }, workspace);
  await one.say('go');
  const [first, second] = allCalls(one).flatMap((each) => (each.status === 'awaiting_approval' ? [each.approval.approvalId] : []));
  await one.session.answerApproval(first ?? expect.unreachable(), { decision: 'approve' });
  await until(one, () => allCalls(one).filter(({ status }) => status === 'executing').length === 2);
  expect(await turnsOf(one.session.stop())).toBeLessThan(STOP_TURNS);
  expect(allCalls(one).every(({ status }) => status === 'cancelled')).toBe(true);
  expect(await one.session.answerApproval(second ?? expect.unreachable(), { decision: 'approve' })).toMatchObject({ accepted: false });
  expect(workspace.writes).toEqual([]);
});

const LIFE: Record<string, ScriptedAnswer[]> = {
  go: [call(delegate('r1'), delegate('r2'), delegate('w', { scope: ['*.txt'] })), say('Done.')],
  r1: [call(read('a.txt'), write('b.txt')), say('Read.')],
  r2: [{ parts: textParts('half'), ending: 'break' }, call(read('.env')), say('Read, too.')],
  w: [call(write('a.txt'), run('npm test')), call({ toolName: 'devonz_task_complete', input: { summary: 'Written.' } })],
};
const lived = () => new MemoryWorkspace({ 'a.txt': 'old\n', '.env': 'KEY=1\n' }).script('npm test', { output: 'ok' });

async function live(one: TestSession): Promise<void> {
  await one.say('go');
  while (one.session.state().status === 'waiting_for_approval') {
    await one.session.approveAll();
    await one.session.settled();
  }
}

test('a crash after any record leaves a journal that opens, in which every sub-agent rests, from which the session continues, and nothing runs twice', async () => {
  const whole = start(LIFE, lived());
  await live(whole);
  const { records } = whole.journal;
  expect(whole.session.state().status).toBe('completed');
  expect(records.filter(({ event }) => event.type === 'delegate-event').length).toBeGreaterThan(30);

  for (let length = 1; length <= records.length; length++) {
    const journal = new TestJournal();
    journal.records.push(...structuredClone(records.slice(0, length)));
    const workspace = lived();
    const one = start({ go: [say('On.'), say('On.')] }, workspace, journal);
    await one.session.resume(journal.records);
    await one.session.settled();
    expect(one.session.state().status, `cut after ${length}`).not.toBe('waiting_for_approval');
    const resting = new Set(['idle', 'completed', 'error', 'waiting_for_user']);
    expect(statuses(one).filter((status) => !resting.has(status))).toEqual([]);
    expect(allCalls(one).every(({ status }) => ['success', 'error', 'cancelled'].includes(status))).toBe(true);
    await one.session.send('continue', 'agent');
    await one.session.settled();
    expect(one.session.state().status, `cut after ${length}`).toBe('completed');
    expect([workspace.writes, workspace.commands]).toEqual([[], []]);
    for (const entry of journal.records) journalRecordSchema.parse(entry);
    const reopened = projectRecords(journal.records);
    expect([...reopened.delegates.keys()]).toEqual([...one.session.state().delegates.keys()]);
    expect(reopened.runTokens).toEqual(one.session.state().runTokens);
  }
});

test('after a reload the steps of a sub-agent are still there, and its call is answered as interrupted', async () => {
  const before = start({ go: [call(delegate('w', { scope: ['**'] }))], w: [call(write('a.txt'))] });
  await before.say('go');
  const journal = new TestJournal();
  journal.records.push(...structuredClone(before.journal.records));
  const after = start({}, new MemoryWorkspace(), journal);
  await after.session.resume(journal.records);
  expect(after.session.state()).toMatchObject({ status: 'idle', notice: { type: 'interrupted' } });
  expect(after.calls()[0]).toMatchObject({ status: 'cancelled', message: expect.stringContaining('interrupted while it ran') });
  const inner = after.session.state().delegates.get('call-1');
  expect(inner?.messages).toHaveLength(2);
  expect([...(inner?.toolCalls.values() ?? [])][0]).toMatchObject({ status: 'cancelled' });
  await before.session.stop();
});

test('when the journal can no longer be written, nothing of a sub-agent runs on', async () => {
  const one = start({ go: [call(delegate('w', { scope: ['**'] }))], w: [call(write('new.txt'))] });
  one.session.subscribe((event) => {
    if (event.type === 'changed' && event.event?.type === 'delegate-event') one.journal.failure ??= new Error('The disk is full.');
  });
  await one.say('go');
  expect(one.session.state()).toMatchObject({ status: 'error', notice: { message: 'The disk is full.' } });
  expect(one.workspace.writes).toEqual([]);
});

test('a sub-agent whose model sends nothing is said to do so, and Retry sends its request again', async () => {
  const one = start({ go: [call(delegate('a'), delegate('b')), say('Done.')], a: [HANGS, say('A.')], b: [HANGS, say('B.')] });
  const silent = () => one.events.findLast((event) => event.type === 'silence')?.silence ?? null;
  await one.session.send('go', 'agent');
  await until(one, () => allCalls(one).length === 2 && statuses(one).filter((status) => status === 'thinking').length === 2);
  for (const name of ['a', 'b']) while (one.transport.requests(name).length === 0) await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  one.clock.pass(25_000);
  expect(silent()).not.toBeNull();
  await one.session.retry();
  await one.session.settled();
  expect(silent()).toBeNull();
  expect(one.session.state().status).toBe('completed');
  expect(['a', 'b'].map((name) => one.transport.requests(name).length)).toEqual([2, 2]);
});
