import { expect, test } from 'vitest';
import { stepIdSchema } from '../../protocol/ids.ts';
import type { JsonValue } from '../../protocol/message.ts';
import type { AgentModeSettings } from '../../protocol/settings.ts';
import { MemoryWorkspace } from '../../runtime/memory/memory-workspace.ts';
import type { WorkspacePath } from '../../runtime/types.ts';
import { TOOL_REGISTRY as tools } from '../../tools/index.ts';
import { StoppedError } from '../contract/errors.ts';
import { ScriptedTransport } from '../testing/scripted-transport.ts';
import { testCore } from '../testing/test-core.ts';

const write = (toolCallId: string, path: string) => ({ toolCallId, toolName: 'devonz_write_file', input: { path, content: 'x' } });
const read = (toolCallId: string, path: string) => ({ toolCallId, toolName: 'devonz_read_file', input: { path } });

/**
 * Reads each of its two files only while the other is being read too, so that both must run concurrently. The first two reads of each, by
 * its plans, return at once.
 */
class MeetingWorkspace extends MemoryWorkspace {
  readonly #planned = new Map<string, number>();
  readonly #asked = new Map<string, () => void>();
  readonly #met = new Map(
    ['a.txt', 'b.txt'].map((path) => [path, new Promise<void>((resolve) => this.#asked.set(path, resolve))] as const),
  );

  override async readFile(path: WorkspacePath): Promise<Uint8Array> {
    const planned = this.#planned.get(path) ?? 0;
    this.#planned.set(path, planned + 1);
    if (planned < 2) return super.readFile(path);
    this.#asked.get(path)?.();
    if (this.#asked.has(path)) await Promise.all(this.#met.values());
    return super.readFile(path);
  }
}

function core(agent: Partial<AgentModeSettings> = { autoApproveFileCreation: false }) {
  const workspace = new MemoryWorkspace({ 'a.txt': 'a', 'b.txt': 'b' });
  return coreOf(workspace, agent);
}

function coreOf(workspace: MemoryWorkspace, agent: Partial<AgentModeSettings>) {
  return { workspace, ...testCore({ transport: new ScriptedTransport(), workspace, tools, agent }) };
}

/** Returns the starts and ends of the calls, in order. */
function lifeOf({ journal }: ReturnType<typeof core>): string[] {
  return journal.records.flatMap(({ event }) => {
    if (event.type === 'tool-call-started') return [`${event.toolCallId} began`];
    return event.type === 'tool-call-succeeded' ? [`${event.toolCallId} ended`] : [];
  });
}

test('neighbouring reads run side by side, a write alone and in its turn', async () => {
  const made = coreOf(new MeetingWorkspace({ 'a.txt': 'a', 'b.txt': 'b' }), { autoApproveFileCreation: true });
  await made.begin();
  await made.calls(read('r1', 'a.txt'), read('r2', 'b.txt'), write('w1', 'new.txt'), read('r3', 'new.txt'));
  expect(await made.scheduler.runStep('agent', new AbortController().signal)).toBe('continue');
  const life = lifeOf(made);
  expect(new Set(life.slice(0, 2))).toEqual(new Set(['r1 began', 'r2 began']));
  expect(new Set(life.slice(2, 4))).toEqual(new Set(['r1 ended', 'r2 ended']));
  expect(life.slice(4)).toEqual(['w1 began', 'w1 ended', 'r3 began', 'r3 ended']);
});

test('the end of a task sees the plan as the calls before it in the step have left it', async () => {
  const made = core();
  await made.begin();
  const plan = (toolCallId: string, input: JsonValue) => ({ toolCallId, toolName: 'devonz_update_plan', input });
  await made.calls(
    plan('p1', { subgoals: [{ id: 'a', objective: 'Write it', status: 'in_progress' }] }),
    read('r1', 'a.txt'),
    plan('p2', { update: [{ id: 'a', status: 'completed' }] }),
    { toolCallId: 'end', toolName: 'devonz_task_complete', input: { summary: 'It is written.' } },
  );
  expect(await made.scheduler.runStep('agent', new AbortController().signal)).toBe('complete');
  expect(lifeOf(made)).toEqual(['p1', 'r1', 'p2', 'end'].flatMap((id) => [`${id} began`, `${id} ended`]));
});

test('a tool that is not there and arguments that are none are answered; the calls beside them run', async () => {
  const made = core();
  await made.begin();
  await made.calls({ toolCallId: 'x', toolName: 'devonz_edit', input: {} }, { ...read('bad', 'a.txt'), input: {} }, read('good', 'a.txt'));
  await made.scheduler.runStep('agent', new AbortController().signal);
  expect(made.callOf('x')).toMatchObject({
    status: 'error',
    code: 'unknown_tool',
    message: 'There is no tool "devonz_edit". Did you mean devonz_edit_file?',
  });
  expect(made.callOf('bad')).toMatchObject({ status: 'error', code: 'bad_arguments' });
  expect(made.callOf('good')).toMatchObject({ status: 'success' });
});

test('the name of another product for a tool that this task does not have leads to no other tool', async () => {
  const made = core();
  await made.begin();
  await made.calls({ toolCallId: 'x', toolName: 'create_file', input: { path: 'x' } });
  await made.scheduler.runStep('plan', new AbortController().signal);
  expect(made.callOf('x')).toMatchObject({
    code: 'unknown_tool',
    message: 'There is no tool "create_file". devonz_write_file, which does the same, is not available in this task.',
  });
});

test('every question of a step is put at once, and the step waits until all are answered', async () => {
  const made = core();
  await made.begin();
  await made.calls(write('w1', 'one.txt'), write('w2', 'two.txt'));
  const ended = made.scheduler.runStep('agent', new AbortController().signal);
  await expect.poll(() => made.events.filter(({ type }) => type === 'approval-requested').length).toBe(2);
  await expect.poll(() => made.scheduler.isWaiting()).toBe(true);
  expect(made.workspace.writes).toEqual([]);
  await made.permissions.approveAll();
  expect(await ended).toBe('continue');
  expect(made.workspace.writes).toEqual(['one.txt', 'two.txt']);
});

test('a question that the calls before it have made needless is withdrawn, and one that they have not stays', async () => {
  const made = core({ autoApproveFileCreation: true });
  await made.begin();
  const remove = { toolCallId: 'd1', toolName: 'devonz_delete_file', input: { path: 'a.txt' } };
  await made.calls(remove, write('w1', 'a.txt'), write('w2', 'b.txt'));
  const ended = made.scheduler.runStep('agent', new AbortController().signal);
  const asked = () => made.events.flatMap((event) => (event.type === 'approval-requested' ? [event.approval] : []));
  await expect.poll(() => asked().map(({ toolCallId }) => toolCallId)).toEqual(['d1', 'w1', 'w2']);
  const [first, second, third] = asked().map(({ approvalId }) => approvalId);
  if (first === undefined || second === undefined || third === undefined) return expect.unreachable('three were asked');
  await made.permissions.answer(first, { decision: 'approve' });
  await expect.poll(() => made.callOf('w1').status).toBe('success');
  expect(made.permissions.isAsked(second)).toBe(false);
  await expect.poll(() => made.scheduler.isWaiting()).toBe(true);
  await made.permissions.answer(third, { decision: 'deny' });
  await ended;
  expect(made.callOf('w2')).toMatchObject({ status: 'error', code: 'denied' });
});

test('a stop ends the step at a question, and what is open is then answered with why', async () => {
  const made = core();
  await made.begin();
  await made.calls(write('w1', 'one.txt'));
  const stop = new AbortController();
  const ended = made.scheduler.runStep('agent', stop.signal);
  await expect.poll(() => made.scheduler.isWaiting()).toBe(true);
  stop.abort();
  await expect(ended).rejects.toBeInstanceOf(StoppedError);
  await made.scheduler.cancelOpen(() => 'The user stopped it.');
  expect(made.callOf('w1')).toMatchObject({ status: 'cancelled', message: 'The user stopped it.' });
  expect(made.workspace.writes).toEqual([]);
});

const run = (toolCallId: string, command: string) => ({ toolCallId, toolName: 'devonz_run_command', input: { command } });
const edit = (toolCallId: string, path: string, find: string) => ({
  toolCallId,
  toolName: 'devonz_edit_file',
  input: { path, edits: [{ find, replace: 'b' }] },
});
const done = (toolCallId: string) => ({ toolCallId, toolName: 'devonz_task_complete', input: { summary: 'Done.' } });
const EVERYTHING = { autoApproveFileCreation: true, autoApproveFileModification: true, autoApproveCommands: true };

function ready() {
  const made = core(EVERYTHING);
  for (const command of ['npm test', 'npm test && echo done', 'cat a.txt | head -3; sleep 1', 'npx tsc --noEmit'])
    made.workspace.script(command, { output: 'ok' });
  return made;
}

/** Returns the codes of the calls that failed, `ran` for the others, by call id. */
async function outcomes(made: ReturnType<typeof core>, ...calls: Parameters<ReturnType<typeof core>['calls']>) {
  await made.begin();
  await made.calls(...calls);
  await made.scheduler.runStep('agent', new AbortController().signal);
  return Object.fromEntries(
    calls.map(({ toolCallId }) => {
      const call = made.callOf(toolCallId);
      return [toolCallId, call.status === 'error' ? call.code : 'ran'];
    }),
  );
}

test('after a write that failed, commands of the step that depend on files and a completion are not run; what looks is', async () => {
  const made = ready();
  expect(
    await outcomes(
      made,
      run('before', 'npm test'),
      edit('w', 'a.txt', 'not there'),
      run('test', 'npm test && echo done'),
      run('look', 'cat a.txt | head -3; sleep 1'),
      read('read', 'b.txt'),
      write('other', 'c.txt'),
      run('again', 'npx tsc --noEmit'),
      done('done'),
    ),
  ).toEqual({ before: 'ran', w: 'no_match', test: 'not_run', look: 'ran', read: 'ran', other: 'ran', again: 'not_run', done: 'not_run' });
  expect(made.callOf('test')).toMatchObject({
    message: 'Not run, because devonz_edit_file before it failed: correct that, then run this again.',
  });
});

test.each([
  ['save_memory', 'ran'],
  ['WriteFiles', 'not_run'],
] as const)('after an unknown tool %s, a test is %s', async (toolName, outcome) => {
  expect(await outcomes(ready(), { toolCallId: 'x', toolName, input: {} }, run('test', 'npm test'))).toEqual({
    x: 'unknown_tool',
    test: outcome,
  });
});

test.each([
  ['devonz_get_errors', {}, 'ran'],
  ['devonz_preview', { path: '/' }, 'not_found'],
] as const)('%s would show the unchanged files as right after a write that failed, so it is not run', async (toolName, input, without) => {
  const look = (toolCallId: string) => ({ toolCallId, toolName, input });
  const made = ready();
  expect(await outcomes(made, look('before'), edit('w', 'a.txt', 'not there'), read('read', 'b.txt'), look('after'))).toEqual({
    before: without,
    w: 'no_match',
    read: 'ran',
    after: 'not_run',
  });
  expect(made.callOf('after')).toMatchObject({
    message: 'Not run, because devonz_edit_file before it failed: correct that, then run this again.',
  });
  expect(await outcomes(ready(), edit('w', 'a.txt', 'not there'), write('v', 'a.txt'), look('after'))).toMatchObject({ after: without });
});

test.each([
  ['a write whose arguments are none', { toolCallId: 'w', toolName: 'devonz_write_file', input: { path: 'c.txt' } }, 'not_run'],
  ['a write by a tool that is not there', { toolCallId: 'w', toolName: 'str_replace_editor', input: {} }, 'not_run'],
  ['a read that failed', read('w', 'none.txt'), 'ran'],
  ['a note for later sessions', { toolCallId: 'w', toolName: 'devonz_memory', input: { action: 'forget', fact: 'none' } }, 'ran'],
])('%s before a command', async (_what, first, expected) => {
  const made = ready();
  expect(await outcomes(made, first, run('test', 'npm test'))).toMatchObject({ test: expected });
});

test.each([
  ['the whole file makes up for it', write('v', 'a.txt'), 'ran'],
  ['another part of the file does not', edit('v', 'a.txt', 'a'), 'not_run'],
  ['another file does not', write('v', 'c.txt'), 'not_run'],
])('after a write that failed, a later one of %s', async (_what, later, expected) => {
  const made = ready();
  expect(await outcomes(made, edit('w', 'a.txt', 'not there'), later, run('test', 'npm test'))).toEqual({
    w: 'no_match',
    v: 'ran',
    test: expected,
  });
});

test('a denied write takes the question about a command after it away', async () => {
  const made = core({ autoApproveFileCreation: false, autoApproveCommands: false });
  await made.begin();
  await made.calls(write('w', 'c.txt'), run('test', 'npm test'));
  const ended = made.scheduler.runStep('agent', new AbortController().signal);
  await expect.poll(() => made.events.filter(({ type }) => type === 'approval-requested').length).toBe(2);
  const asked = [made.callOf('w'), made.callOf('test')].map((call) =>
    call.status === 'awaiting_approval' ? call.approval.approvalId : expect.unreachable(),
  );
  await made.permissions.answer(asked[0] ?? expect.unreachable(), { decision: 'deny' });
  expect(await ended).toBe('continue');
  expect(made.callOf('test')).toMatchObject({ status: 'error', code: 'not_run', message: expect.stringContaining('was denied') });
  expect(await made.permissions.answer(asked[1] ?? expect.unreachable(), { decision: 'approve' })).toMatchObject({ accepted: false });
});

test('a program in the place of the model decides by itself what comes after a write that failed', async () => {
  const made = ready();
  await made.begin();
  await made.record({ type: 'run-ended', outcome: 'completed' });
  await made.record({ type: 'run-started', maxIterations: 5, by: 'program' });
  const calls = [edit('w', 'a.txt', 'not there'), run('test', 'npm test')];
  const parts = calls.map((call) => ({ type: 'dynamic-tool' as const, state: 'input-available' as const, ...call }));
  await made.record({ type: 'step-finished', stepId: stepIdSchema.parse('by-program'), parts, finishReason: 'tool-calls', usage: {} });
  await made.scheduler.runStep('agent', new AbortController().signal);
  expect([made.callOf('w').status, made.callOf('test').status]).toEqual(['error', 'success']);
});
