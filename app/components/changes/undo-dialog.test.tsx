// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { $undoQuestion, type HunkQuestion, type StepsQuestion } from '../../lib/stores/past.ts';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { UndoDialog } from './undo-dialog.tsx';

afterEach(() => {
  cleanup();
  $undoQuestion.set(null);
});

function show(question: Partial<StepsQuestion>) {
  const actions = fakeActions({ answerUndo: async () => undefined });
  $undoQuestion.set({ type: 'steps', serial: 1, label: 'Wrote a.ts', later: [], merged: [], conflicts: [], exact: 0, ...question });
  render(
    <ReadyWorkbench actions={actions}>
      <UndoDialog />
    </ReadyWorkbench>,
  );
  return { actions, dialog: within(screen.getByRole('dialog', { name: 'Later steps changed the same files' })) };
}

test('names the later steps, what a merge keeps, and the lines where it cannot', async () => {
  const { actions, dialog } = show({
    later: [{ sequence: 4, label: 'You: Wrote a.ts' }],
    merged: ['b.ts'],
    exact: 2,
    conflicts: [{ path: 'a.ts', lines: [{ now: 'mine\n', before: 'old\n' }], why: 'Later changes touch the same lines.' }],
  });
  expect(within(dialog.getByRole('list', { name: 'Later steps' })).getByText('You: Wrote a.ts')).toBeTruthy();
  expect(dialog.getByText(/2 files go back as they were, 1 file keeps the later changes, 1 file stays as now/)).toBeTruthy();
  expect(dialog.getByRole('list', { name: 'Conflicts' }).textContent).toContain('Now:mineBefore the step:old');
  await act(async () => void fireEvent.click(dialog.getByRole('button', { name: 'Merge' })));
  expect(actions.calls).toEqual([{ name: 'answerUndo', arguments: ['merge'] }]);
});

test('where nothing can be merged, only together or not at all', async () => {
  const { actions, dialog } = show({ conflicts: [{ path: 'a.png', lines: null, why: 'It is no text: its versions cannot be merged.' }] });
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Merge' }).disabled).toBe(true);
  await act(async () => void fireEvent.click(dialog.getByRole('button', { name: 'Take all back' })));
  expect(actions.calls).toEqual([{ name: 'answerUndo', arguments: ['together'] }]);
});

test('of lines that have changed since both texts are shown, and only one answer brings the old ones back', async () => {
  const actions = fakeActions({ answerHunk: async () => undefined });
  const question: HunkQuestion = {
    type: 'hunk',
    serial: 1,
    label: 'line 3 of a.txt',
    later: ['npm run fix'],
    lines: [{ now: 'mine\n', before: 'old\n' }],
  };
  $undoQuestion.set(question);
  render(
    <ReadyWorkbench actions={actions}>
      <UndoDialog />
    </ReadyWorkbench>,
  );
  const dialog = within(screen.getByRole('dialog', { name: 'These lines have changed since' }));
  expect(within(dialog.getByRole('list', { name: 'Later steps' })).getByText('npm run fix')).toBeTruthy();
  expect(dialog.getByText('mine')).toBeTruthy();
  expect(dialog.getByText('old')).toBeTruthy();
  await act(async () => void fireEvent.click(dialog.getByRole('button', { name: 'Cancel' })));
  await act(async () => void fireEvent.click(dialog.getByRole('button', { name: 'Bring the old lines back' })));
  expect(actions.calls).toEqual([
    { name: 'answerHunk', arguments: ['cancel'] },
    { name: 'answerHunk', arguments: ['replace'] },
  ]);
});
