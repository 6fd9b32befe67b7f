// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { $chat, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { $compaction } from '../../../lib/stores/compaction.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { showChat, succeeded, toolCall } from '../../testing/chat-fixtures.ts';
import { fakeActions, type ScriptedActions } from '../../testing/fake-actions.ts';
import { Conversation } from '../conversation/conversation.tsx';
import { CompactionDialog } from './compaction-dialog.tsx';
import { PlanPanel } from './plan-panel.tsx';

afterEach(() => {
  cleanup();
  $chat.set(INITIAL_CHAT_STATE);
  $compaction.set({ state: 'closed' });
});

function show(scripted: ScriptedActions = {}) {
  const actions = fakeActions(scripted);
  render(
    <ReadyWorkbench actions={actions}>
      <Conversation approvals={null} />
      <PlanPanel />
      <CompactionDialog />
    </ReadyWorkbench>,
  );
  return actions;
}

const compaction = {
  compactionId: 'k1',
  firstMessageId: 'user-1',
  lastMessageId: 'assistant-1',
  summary: 'They built a list.',
  by: 'user' as const,
  before: 12_400,
  after: 980,
};

test('the plan is one line above the message box and unfolds into its subgoals with their status', () => {
  showChat([], {
    plan: [
      { id: 'a', objective: 'Scaffold', status: 'completed', plan: 'With Vite.', log: 'vite runs' },
      { id: 'b', objective: 'Build the list', status: 'in_progress' },
      { id: 'c', objective: 'Deploy', status: 'blocked' },
    ],
  });
  show();
  const plan = within(screen.getByRole('region', { name: 'Plan' }));
  const line = plan.getByRole('button', { name: /Plan 1\/3: Build the list/ });
  expect(plan.queryByRole('list')).toBeNull();
  fireEvent.click(line);
  expect(plan.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'done: ScaffoldWith Vite.vite runs',
    'in progress: Build the list',
    'blocked: Deploy',
  ]);
});

const FINISHED = [{ id: 'a', objective: 'Scaffold', status: 'completed' as const }];
const OPEN = [{ id: 'a', objective: 'Scaffold', status: 'in_progress' as const }];

test.each([
  ['there is none of', { plan: [] }, null],
  ['that is finished says so during the run', { plan: FINISHED, status: 'thinking' as const }, 'all done'],
  ['that is finished folds away with its run', { plan: FINISHED, status: 'completed' as const }, null],
  ['that was left open stays after its run', { plan: OPEN, status: 'completed' as const }, 'Scaffold'],
  [
    'of an earlier task that was left open says so when a task begins without it',
    { plan: OPEN, isPlanOld: true, status: 'thinking' as const },
    'Earlier plan 0/1:Scaffold',
  ],
  ['of an earlier task that is finished folds away', { plan: FINISHED, isPlanOld: true, status: 'thinking' as const }, null],
])('the panel of a plan %s', (_what, state, words) => {
  showChat([], state);
  show();
  const panel = screen.queryByRole('region', { name: 'Plan' });
  if (words === null) expect(panel).toBeNull();
  else expect(panel?.textContent).toContain(words);
});

test('a plan that is open folds to its line when the user begins a later task, and can be opened again', () => {
  showChat([], { plan: OPEN, status: 'idle' });
  show();
  const plan = () => within(screen.getByRole('region', { name: 'Plan' }));
  fireEvent.click(plan().getByRole('button'));
  expect(plan().getByRole('list')).toBeTruthy();
  const later = { id: 'user-2', role: 'user' as const, parts: [{ type: 'text' as const, text: 'Something else' }] };
  act(() => $chat.set({ ...$chat.get(), messages: [...$chat.get().messages, later], status: 'thinking' }));
  expect(plan().queryByRole('list')).toBeNull();
  fireEvent.click(plan().getByRole('button'));
  expect(plan().getByRole('list')).toBeTruthy();
});

test('an update of the plan shows the plan as it is after it, and one that failed says why', () => {
  const output = {
    subgoals: 2,
    completed: 1,
    plan: [
      { id: 'a', objective: 'Scaffold', status: 'completed' },
      { id: 'b', objective: 'List', status: 'in_progress' },
    ],
  };
  const failed = toolCall(
    'p2',
    'devonz_update_plan',
    { update: [{ id: 'x' }] },
    { status: 'error', code: 'bad_arguments', message: 'There is no subgoal "x".', finishedAt: 1 },
  );
  showChat([succeeded('p1', 'devonz_update_plan', { update: [{ id: 'a', status: 'completed' }] }, output), failed]);
  show();
  expect(screen.getByRole('article', { name: 'Plan, devonz_update_plan, 1 of 2 done' })).toBeTruthy();
  expect(screen.getByText('There is no subgoal "x".')).toBeTruthy();
});

test('a summary is shown where it takes the place of messages, can be read and undone, and the messages stay', () => {
  showChat([], { compactions: [compaction] }, [{ type: 'text', text: 'Done.' }]);
  const actions = show({ undoCompaction: async () => undefined });
  const row = within(screen.getByRole('region', { name: 'Summary' }));
  expect(row.getByText(/Summarised: 2 messages/).textContent).toContain('12.4k → 980 tokens');
  expect(screen.getByText('Build a todo list')).toBeTruthy();
  fireEvent.click(row.getByRole('button', { name: 'Show' }));
  expect(row.getByText('They built a list.')).toBeTruthy();
  fireEvent.click(row.getByRole('button', { name: 'Undo' }));
  expect(actions.calls).toEqual([{ name: 'undoCompaction', arguments: ['k1'] }]);
});

test('the summary is shown with what it saves, edited, and used or cancelled', () => {
  const preview = { firstMessageId: 'a', lastMessageId: 'b', count: 14, summary: 'In short.', before: 20_000, after: 5_000 };
  $compaction.set({ state: 'ready', preview, problem: null, isApplying: false });
  const actions = show({ acceptCompaction: async () => undefined, cancelCompaction: () => undefined });
  const dialog = within(screen.getByRole('dialog', { name: 'Summarise the conversation' }));
  expect(dialog.getByText(/About 20k → 5k tokens, 75 % less/)).toBeTruthy();
  fireEvent.change(dialog.getByRole('textbox', { name: 'Summary' }), { target: { value: 'Shorter.' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Use this summary' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(actions.calls).toEqual([
    { name: 'acceptCompaction', arguments: ['Shorter.'] },
    { name: 'cancelCompaction', arguments: [] },
  ]);
});

test('while the model writes it can be cancelled, and a failure is said with a way on', () => {
  $compaction.set({ state: 'asking' });
  const actions = show({ cancelCompaction: () => undefined, startCompaction: async () => undefined });
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  cleanup();
  $compaction.set({ state: 'failed', problem: 'The summary could not be made: no key' });
  show({ startCompaction: async () => undefined });
  expect(screen.getByRole('alert').textContent).toContain('no key');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(actions.calls).toEqual([{ name: 'cancelCompaction', arguments: [] }]);
});

test('the question that waits has an amber card; answered it rests', () => {
  const ask = succeeded('q', 'devonz_ask_user', { question: 'Which colour?' }, { question: 'Which colour?' });
  showChat([ask], { status: 'waiting_for_user' });
  show();
  const card = () => screen.getByRole('article', { name: 'Question Which colour?, devonz_ask_user, success' });
  expect(card().dataset.edge).toBe('amber');
  expect(within(card()).getByText('Answer below')).toBeTruthy();
  cleanup();
  showChat([ask], { status: 'completed' });
  show();
  expect(card().dataset.edge).toBe('rest');
});

test('the Complete card holds the summary and what was run after the last change, as facts', () => {
  const done = succeeded('d', 'devonz_task_complete', { summary: 'The list works.' }, null, {
    type: 'work-completed',
    summary: 'The list works.',
  });
  const work = {
    changed: [
      { path: 'a.ts', kind: 'modified' as const, by: 'agent' as const },
      { path: 'src/b.ts', kind: 'deleted' as const, by: 'runtime' as const },
    ],
    isChecked: true,
    unchecked: [],
    checks: [
      { kind: 'command' as const, command: 'npm test', exitCode: 1, what: 'test' as const, result: 'failed' as const, why: null },
      {
        kind: 'command' as const,
        command: 'npm run e2e',
        exitCode: 0,
        what: 'test' as const,
        result: 'unproven' as const,
        why: 'it ran no test',
      },
      { kind: 'problems' as const, count: 0 },
    ],
  };
  showChat([done], { status: 'completed', work });
  show();
  const card = within(screen.getByRole('article', { name: 'Complete' }));
  const facts = within(card.getByRole('list', { name: 'Checked after the last change' })).getAllByRole('listitem');
  expect(facts.map((fact) => fact.textContent)).toEqual([
    'npm testexit code 1',
    'npm run e2eit ran no test',
    'Errors of the projectno errors shown',
  ]);
  const files = within(card.getByRole('list', { name: 'Files of this run' })).getAllByRole('listitem');
  expect(files.map((file) => file.getAttribute('aria-label'))).toEqual(['a.ts, changed', 'src/b.ts, deleted by a command']);
  expect(card.getByText(/1 file changed · 1 file deleted/)).toBeTruthy();
  expect(card.getByRole('button', { name: 'Review changes' })).toBeTruthy();
  cleanup();
  showChat([done], { status: 'completed', work: { changed: work.changed, checks: [], isChecked: false, unchecked: [] } });
  show();
  expect(screen.getByText('Nothing was built, linted or tested after the last change.')).toBeTruthy();
});

test('the Complete card warns of what had failed when the work was called done, and names it, also in an earlier turn', () => {
  const ran = (id: string, command: string, exitCode: number) =>
    succeeded(
      id,
      'devonz_run_command',
      { command },
      { status: 'completed', exitCode, output: '' },
      {
        type: 'command-ran',
        command,
        status: 'completed',
        exitCode,
        errors: [],
        ...(command === 'npm test' ? { check: { kind: 'test', result: exitCode === 0 ? 'passed' : 'failed' } } : {}),
      },
    );
  const done = succeeded('d', 'devonz_task_complete', { summary: 'It works.' }, null, { type: 'work-completed', summary: 'It works.' });
  showChat([ran('a', 'npm test', 1), ran('b', 'curl localhost', 7), done], { status: 'completed' });
  show();
  const card = screen.getByRole('article', { name: 'Complete, with failures' });
  expect(card.dataset.edge).toBe('yellow');
  const failed = within(within(card).getByRole('list', { name: 'Failed at the end' })).getAllByRole('listitem');
  expect(failed.map((item) => item.textContent)).toEqual(['npm testexit code 1', 'curl localhostexit code 7']);
  cleanup();
  showChat([ran('a', 'npm test', 1), done], { status: 'thinking' });
  show();
  expect(screen.getByRole('article', { name: 'Complete, with failures, devonz_task_complete, success' }).dataset.edge).toBe('yellow');
  cleanup();
  showChat([ran('a', 'npm test', 1), ran('b', 'npm test', 0), done], { status: 'completed' });
  show();
  expect(screen.getByRole('article', { name: 'Complete' }).dataset.edge).toBe('green');
});

test.each([
  ['unchecked', 'The changes are not checked yet.'],
  ['check_failed', 'The last check failed.'],
  ['plan_open', 'The plan is not finished yet.'],
  ['not_run', 'Not run, because a change before it failed.'],
  ['failed', 'It did not work.'],
] as const)('a completion that failed as %s says so to the user, and behind it the text for the model', (code, said) => {
  const message = 'Nothing was checked since you changed a.ts. Call devonz_task_complete again.';
  const held = toolCall('h', 'devonz_task_complete', { summary: 'x' }, { status: 'error', code, message, finishedAt: 1 });
  const done = succeeded('d', 'devonz_task_complete', { summary: 'The list works.' }, null, {
    type: 'work-completed',
    summary: 'The list works.',
  });
  showChat([held, done], { status: 'thinking' });
  show();
  const row = screen.getByRole('article', { name: 'Not complete yet, devonz_task_complete, error' });
  const details = row.querySelector('details') ?? expect.unreachable();
  expect(details.open).toBe(false);
  expect(details.querySelector('summary')?.textContent).toContain(said);
  expect(details.querySelector('summary')?.textContent).not.toContain('devonz_task_complete');
  fireEvent.click(details.querySelector('summary') ?? details);
  expect(within(details).getByText(message)).toBeTruthy();
  // A plan of an earlier run keeps its card.
  expect(screen.getByRole('article', { name: 'Complete, devonz_task_complete, success' })).toBeTruthy();
});
