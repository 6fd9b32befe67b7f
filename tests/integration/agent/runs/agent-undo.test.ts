import { beforeAll, beforeEach, expect, test } from 'vitest';
import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import type { JsonValue } from '../../../../app/lib/protocol/message.ts';
import type { ApprovalRequest } from '../../../../app/lib/protocol/tool-call.ts';
import { $chat } from '../../../../app/lib/stores/chat.ts';
import { $settings } from '../../../../app/lib/stores/settings.ts';
import { $notices } from '../../../../app/lib/stores/workbench.ts';
import { type ComposedWorkbench, composedWorkbench } from '../../support/composed-workbench.ts';

/** The agent reverts its own work in the composed app, with its journal, its policy and the user's own undo. */
let app: ComposedWorkbench;
let model = new ScriptedTransport();

beforeAll(async () => {
  app = await composedWorkbench(() => model);
});
beforeEach(async () => {
  model = new ScriptedTransport();
  await app.actions.chat.newChat();
  $notices.set([]);
  $settings.setKey('planMode', false);
});

/** A loaded machine needs longer than the default. */
const PATIENT = { timeout: 15_000 };
let calls = 0;
const tool = (toolName: string, input: JsonValue) => call({ toolName, input, toolCallId: `call-${++calls}` });
const edit = (find: string, replace: string) => tool('devonz_edit_file', { path: 'src/a.ts', edits: [{ find, replace }] });
const history = (input: JsonValue) => tool('devonz_history', input);
const waiting = (): ApprovalRequest[] =>
  [...$chat.get().toolCalls.values()].flatMap((one) => (one.status === 'awaiting_approval' ? [one.approval] : []));
const text = () => app.workspace().text('src/a.ts');
const lines = (changes: Record<number, string> = {}) =>
  Array.from({ length: 30 }, (_, index) => `${changes[index + 1] ?? `line ${index + 1}`}\n`).join('');
/** The text of the newest result, as the model reads it. */
const lastResult = () => JSON.stringify(model.requests.at(-1)?.messages.at(-1));

async function card(): Promise<ApprovalRequest> {
  await expect.poll(() => waiting().length, PATIENT).toBe(1);
  return waiting()[0] ?? expect.unreachable();
}
async function approve(): Promise<void> {
  await app.actions.approvals.answerApproval((await card()).approvalId, { decision: 'approve' });
}
const completed = () => expect.poll(() => $chat.get().status, PATIENT).toBe('completed');

async function firstTask(): Promise<void> {
  model.add(tool('devonz_write_file', { path: 'src/a.ts', content: lines() }), say('Written.'));
  await app.actions.chat.send('/agent Write a');
  await completed();
}

const THREE = { 3: 'three' };
const BOTH = { 3: 'three', 25: 'twenty-five' };

/** Writes a file in one task, and edits it twice in the next, which continues with these steps. */
async function editedTwice(...steps: Parameters<ScriptedTransport['add']>): Promise<void> {
  await firstTask();
  model.add(edit('line 3\n', 'three\n'), edit('line 25\n', 'twenty-five\n'), ...steps);
  await app.actions.chat.send('/agent Use words');
  await approve();
  await approve();
}

test('the agent sees its own changes, restores some lines after the user has seen them, and undo takes all of it back', async () => {
  await editedTwice(
    history({ action: 'diff' }),
    history({ action: 'restore', path: 'src/a.ts', before: 'this task', lines: '25' }),
    say('Done.'),
  );
  const { approvalId } = await card();
  expect(lastResult()).toContain('src/a.ts +2 -2');
  expect(lastResult()).toContain('-line 25\\n+twenty-five');
  expect(await app.actions.approvals.proposedChange(approvalId)).toEqual({ path: 'src/a.ts', before: lines(BOTH), after: lines(THREE) });
  expect(text()).toBe(lines(BOTH));
  await app.actions.approvals.answerApproval(approvalId, { decision: 'approve' });
  await completed();
  expect(text()).toBe(lines(THREE));
  expect(lastResult()).toContain('Restored lines 25-25 of src/a.ts as before task 2 (Use words)');
  expect(lastResult()).toContain('25:line 25');
  // The restore is a step like any other: the user can revert it alone or with the whole task.
  const restored = (await app.actions.checkpoints.listSteps()).at(-1) ?? expect.unreachable();
  expect(restored).toMatchObject({ kind: 'agent', files: ['src/a.ts'], isInEffect: true });
  await app.actions.checkpoints.undoLastStep();
  expect(text()).toBe(lines(BOTH));
  await app.actions.checkpoints.undoLastRun();
  expect(text()).toBe(lines());
  expect($notices.get().filter(({ level }) => level === 'error')).toEqual([]);
});

test('an edit that turned out wrong goes back by its words; a restore that the user denies changes nothing', async () => {
  await editedTwice(
    history({ action: 'restore', path: 'src/a.ts', before: 'last edit' }),
    history({ action: 'restore', path: 'src/a.ts', before: '3 steps ago' }),
    say('Done.'),
  );
  await approve();
  await expect.poll(text, PATIENT).toBe(lines(THREE));
  // One of the three steps made the restore, so this is the state before the first edit.
  const { approvalId } = await card();
  expect(await app.actions.approvals.proposedChange(approvalId)).toEqual({ path: 'src/a.ts', before: lines(THREE), after: lines() });
  await app.actions.approvals.answerApproval(approvalId, { decision: 'deny', reason: 'Keep it.' });
  await completed();
  expect(text()).toBe(lines(THREE));
  expect(lastResult()).toContain('Keep it.');
});

test('the last edit restored twice, in two steps or in one, goes back once and says so', async () => {
  const back = { action: 'restore', path: 'src/a.ts', before: 'last edit' };
  await editedTwice(history(back), history(back), history({ action: 'list' }), say('Done.'));
  await approve();
  await completed();
  expect(text()).toBe(lines(THREE));
  expect(JSON.stringify(model.requests.at(-2)?.messages.at(-1))).toContain('That edit is already undone.');
  expect(lastResult()).toMatch(/change 4 · 2 steps ago · devonz_history: restored src\/a.ts/);
  expect(lastResult()).toMatch(/change 3 · your last change · 3 steps ago · devonz_edit_file: Wrote src\/a.ts/);
  await app.actions.chat.newChat();
  await editedTwice(
    call(
      { toolName: 'devonz_history', input: back, toolCallId: 'both-1' },
      { toolName: 'devonz_history', input: back, toolCallId: 'both-2' },
    ),
    say('Done.'),
  );
  await expect.poll(() => waiting().length, PATIENT).toBe(2);
  for (const { approvalId } of waiting()) await app.actions.approvals.answerApproval(approvalId, { decision: 'approve' });
  await completed();
  expect(lastResult()).toContain('That edit is already undone.');
  expect(text()).toBe(lines(THREE));
});

test('each name that the list prints is accepted, and each change is listed by tool, path and distance', async () => {
  await editedTwice(history({}), say('Done.'));
  await completed();
  const listed = lastResult();
  const names = listed.match(/(?:change|task) \d+(?= ·)/g) ?? [];
  expect(names).toEqual(['change 3', 'change 2', 'task 2', 'change 1', 'task 1']);
  model.add(...names.map((before) => history({ action: 'diff', path: 'src/a.ts', before })), say('Seen.'));
  const before = model.requests.length;
  await app.actions.chat.send('Compare');
  await completed();
  await expect.poll(() => model.requests.length, PATIENT).toBe(before + names.length + 1);
  await completed();
  const answers = model.requests.slice(before + 1).map(({ messages }) => JSON.stringify(messages.at(-1)));
  for (const [index, name] of names.entries()) expect(answers[index]).toContain(`From before ${name}`);
});

test('in plan mode old versions can be read and compared, and none is restored', async () => {
  await firstTask();
  model.add(
    history({ action: 'restore', path: 'src/a.ts', before: 'this task' }),
    history({ path: 'src/a.ts', before: 'last edit' }),
    history({ path: 'src/a.ts' }),
    say('Only looked.'),
  );
  $settings.setKey('planMode', true);
  await app.actions.chat.send('Look at it');
  await expect.poll(() => model.requests.length, PATIENT).toBe(6);
  await completed();
  const results = model.requests.slice(-3).map(({ messages }) => JSON.stringify(messages.at(-1)));
  expect(results[0]).toContain('this call changes or runs something, which plan mode does not allow');
  expect(results[1]).toContain('There was no src/a.ts before change 1 (devonz_write_file: Wrote src/a.ts)');
  expect(results[2]).toContain('steps ago, change 1: devonz_write_file: Wrote src/a.ts');
  expect(text()).toBe(lines());
});
