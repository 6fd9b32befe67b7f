// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Checkpoint } from '../../lib/chat/checkpoints.ts';
import type { ChangeSource } from '../../lib/chat/past/change-source.ts';
import type { StepSummary } from '../../lib/chat/past/undo-service.ts';
import type { FileChange } from '../../lib/project/project-service.ts';
import { $otherTab } from '../../lib/stores/other-tab.ts';
import { $wantedChanges } from '../../lib/stores/past.ts';
import { $keptChanges } from '../../lib/stores/window.ts';
import { $announcement } from '../../lib/stores/workbench.ts';
import { compareFile } from '../page/compare-file.ts';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { ChangesArea } from './changes-area.tsx';
import { sourceKey } from './shown-changes.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  $keptChanges.set(new Set());
  $otherTab.set({ state: 'none' });
});

const made: FileChange = { path: 'src/new.ts', kind: 'added', before: '', after: 'one\ntwo\n' };
const changed: FileChange = { path: 'src/old.ts', kind: 'modified', before: 'a\n1\n2\n3\n4\nb\n', after: 'A\n1\n2\n3\n4\nB\nc\n' };

const task = (sequence: number, differs: number): Checkpoint => ({
  sequence,
  kind: 'task',
  label: `Task ${sequence}`,
  bookmark: null,
  at: sequence,
  changedFiles: differs,
  differs,
  ledToNow: true,
  isContinued: false,
});
const step = (sequence: number): StepSummary => ({
  sequence,
  at: sequence,
  kind: 'agent',
  label: `Step ${sequence}`,
  name: null,
  isInEffect: true,
  files: [],
});

/** Renders the area; `changes` are keyed by their source. */
async function show(checkpoints: readonly Checkpoint[], changes: Readonly<Record<string, readonly FileChange[]>>) {
  const actions = fakeActions({
    listCheckpoints: async () => checkpoints,
    listSteps: async () => [step(2), step(6)],
    listChanges: async (source: ChangeSource) => changes[sourceKey(source)] ?? [],
    listHunks: async () => [],
    revertTask: async () => undefined,
    restoreCheckpoint: async () => undefined,
    undoStep: async () => undefined,
  });
  await act(async () => {
    render(
      <ReadyWorkbench actions={actions}>
        <ChangesArea />
      </ReadyWorkbench>,
    );
  });
  await act(async () => void (await vi.advanceTimersByTimeAsync(500)));
  return actions;
}

const files = () => within(screen.getByRole('navigation', { name: 'Changed files' })).getAllByRole('button');
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const acts = (actions: Awaited<ReturnType<typeof show>>) => actions.calls.filter(({ name }) => !name.startsWith('list'));
const since = () => screen.getByRole('combobox', { name: 'Changes since' });

test('the newest task is reviewed: counts, what is kept, and all of it at once', async () => {
  const actions = await show([task(1, 2)], { task: [made, changed] });
  expect(screen.getByRole('heading', { name: '2 files' })).toBeTruthy();
  expect(screen.getByText('0 of 3 changes kept')).toBeTruthy();
  expect(files().map((button) => button.getAttribute('aria-label'))).toEqual(['src/new.ts, added', 'src/old.ts, modified']);
  await press('Keep file');
  expect(screen.getByText('1 of 3 changes kept')).toBeTruthy();
  expect(files()[0]?.getAttribute('aria-label')).toBe('src/new.ts, added, kept');
  await press('Keep all');
  expect(screen.getByText('3 of 3 changes kept')).toBeTruthy();
  await press('Undo keeping src/new.ts');
  expect(screen.getByText('2 of 3 changes kept')).toBeTruthy();
  await press('Revert file');
  await press('Revert all');
  expect(acts(actions)).toEqual([
    { name: 'revertTask', arguments: [['src/new.ts']] },
    { name: 'revertTask', arguments: [] },
  ]);
});

test('a follow-up that changes nothing leaves the changes of the task before', async () => {
  const actions = await show([task(5, 0), task(1, 2)], { 'since 1': [made, changed] });
  expect(files()).toHaveLength(2);
  expect(within(since()).getByRole('option', { selected: true }).textContent).toBe('Task 1');
  await press('Revert all');
  expect(acts(actions)).toEqual([{ name: 'restoreCheckpoint', arguments: [1] }]);
});

test('the user says since when: the last step, the beginning, a checkpoint, or this task again', async () => {
  const actions = await show([task(1, 1)], { task: [made], 'step 6': [changed], 'since 0': [made, changed] });
  const choose = (value: string) => act(async () => void fireEvent.change(since(), { target: { value } }));
  await choose('step 6');
  expect(screen.getByRole('button', { name: 'src/old.ts, modified' })).toBeTruthy();
  await press('Revert file');
  expect(acts(actions)).toEqual([{ name: 'undoStep', arguments: [6, 'src/old.ts'] }]);
  await choose('since 0');
  expect(screen.getByRole('heading', { name: '2 files' })).toBeTruthy();
  await choose('since 1');
  expect(screen.getByText('Nothing has changed since then.')).toBeTruthy();
  await choose('task');
  expect(screen.getByRole('button', { name: 'src/new.ts, added' })).toBeTruthy();
});

test('a file that is compared with the last checkpoint is shown with what has changed since that', async () => {
  const actions = await show([task(5, 0), task(1, 2)], { 'since 1': [made], 'since 5': [made, changed] });
  expect(files()).toHaveLength(1);
  await act(async () => {
    await compareFile('src/old.ts', actions.checkpoints);
    await vi.advanceTimersByTimeAsync(500);
  });
  expect(within(since()).getByRole('option', { selected: true }).textContent).toBe('Task 5');
  expect(
    files()
      .find((button) => button.getAttribute('aria-current') === 'true')
      ?.getAttribute('aria-label'),
  ).toBe('src/old.ts, modified');
  expect($wantedChanges.get()).toBeNull();
  await act(() => compareFile('elsewhere.ts', actions.checkpoints));
  expect($announcement.get()).toBe('elsewhere.ts has not changed since the last checkpoint.');
  expect($wantedChanges.get()).toBeNull();
});

test('while another tab works on the project, nothing of the past can be gone back to from here', async () => {
  await show([task(1, 2)], {});
  const past = within(screen.getByRole('list', { name: 'Checkpoints' }));
  const names = ['Restore', 'Bookmark', 'Undo', 'Go back to before this step'];
  const buttons = names.map((name) => past.getAllByRole<HTMLButtonElement>('button', { name })[0]);
  expect(buttons.map((button) => button?.disabled)).toEqual([false, false, false, false]);
  act(() => $otherTab.set({ state: 'works', isSilent: false }));
  expect(buttons.map((button) => button?.disabled)).toEqual([true, true, true, true]);
});
