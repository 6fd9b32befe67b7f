// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { PastHunk } from '../../lib/chat/past/past-hunk.ts';
import type { DiffLayout } from '../../lib/editor/create-diff-view.ts';
import type { FileChange } from '../../lib/project/project-service.ts';
import { $keptChanges } from '../../lib/stores/window.ts';
import { ReadyWorkbench } from '../shell/workbench/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { ChangeView } from './change-view.tsx';
import { countsOf, keysOf } from './kept-changes.ts';

afterEach(() => {
  cleanup();
  $keptChanges.set(new Set());
});

const SOURCE = { type: 'step', sequence: 4 } as const;
const HUNK = { start: 0, removed: ['a\n'], newStart: 0, added: ['A\n'] };
const hunks: PastHunk[] = [
  { ...HUNK, state: 'there', later: [] },
  { start: 4, removed: ['b\n'], newStart: 4, added: ['B\n', 'C\n'], state: 'changed', later: ['npm run fix', 'You: Wrote a.ts'] },
  { start: 8, removed: ['d\n'], newStart: 9, added: [], state: 'gone', later: [] },
];
const modified: FileChange = {
  path: 'src/a.ts',
  kind: 'modified',
  before: 'a\n1\n2\n3\nb\n4\n5\n6\nd\n',
  after: 'A\n1\n2\n3\nB\nC\n4\n5\n6\n',
};

async function show(change: FileChange, layout: DiffLayout = 'unified') {
  const actions = fakeActions({ listHunks: async () => hunks, undoHunk: async () => undefined });
  await act(async () => {
    render(
      <ReadyWorkbench actions={actions}>
        <ChangeView file={{ change, counts: countsOf(change), keys: keysOf(change), kept: 0 }} source={SOURCE} layout={layout} />
      </ReadyWorkbench>,
    );
  });
  return actions;
}

test('each hunk says what has become of it, and one that is still there goes back alone', async () => {
  const actions = await show(modified);
  const row = (name: string) => within(screen.getByRole('group', { name }));
  expect(row('Change of line 5').getByText('Changed since: npm run fix, You: Wrote a.ts')).toBeTruthy();
  expect(row('Change of line 5').getByRole('button', { name: 'Revert line 5' })).toBeTruthy();
  expect(row('Change of line 9').getByText('Taken back')).toBeTruthy();
  expect(row('Change of line 9').queryByRole('button')).toBeNull();
  await act(async () => void fireEvent.click(row('Change of line 1').getByRole('button', { name: 'Revert line 1' })));
  expect(actions.calls).toEqual([
    { name: 'listHunks', arguments: [SOURCE, 'src/a.ts'] },
    { name: 'undoHunk', arguments: [SOURCE, 'src/a.ts', HUNK] },
  ]);
});

test('the buttons above the text go from one to the next and back, with the keyboard in it', async () => {
  await show(modified);
  const [previous, next] = ['Previous change', 'Next change'].map((name) => screen.getByRole<HTMLButtonElement>('button', { name }));
  expect(previous?.disabled).toBe(true);
  expect(screen.getByText('3 changes')).toBeTruthy();
  for (const place of [0, 1, 2]) {
    await act(async () => void fireEvent.click(next ?? expect.unreachable()));
    expect(screen.getByText(`${place + 1} of 3`)).toBeTruthy();
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('group')[place]));
  }
  expect(next?.disabled).toBe(true);
});

test('a file that was made goes back as a whole: its lines are not asked about', async () => {
  const actions = await show({ ...modified, kind: 'added', before: '' });
  expect(actions.calls).toEqual([]);
  expect(screen.queryByRole('group')).toBeNull();
});

test('a hunk that is kept says so, offers no way back until that is undone, and is one of the file’s keys', async () => {
  await show(modified);
  const row = within(screen.getByRole('group', { name: 'Change of line 1' }));
  await act(async () => void fireEvent.click(row.getByRole('button', { name: 'Keep line 1' })));
  expect(row.getByText('Kept')).toBeTruthy();
  expect(row.queryByRole('button', { name: 'Revert line 1' })).toBeNull();
  expect(keysOf(modified).filter((key) => $keptChanges.get().has(key))).toHaveLength(1);
  await act(async () => void fireEvent.click(row.getByRole('button', { name: 'Undo keeping line 1' })));
  expect(row.getByRole('button', { name: 'Revert line 1' })).toBeTruthy();
  expect($keptChanges.get().size).toBe(0);
});

test('before and after are side by side where the user wants that, with the same rows', async () => {
  await show(modified, 'split');
  expect(screen.getByRole('textbox', { name: 'src/a.ts before' }).textContent).toContain('d');
  expect(screen.getByRole('textbox', { name: 'Changes of src/a.ts' }).textContent).toContain('C');
  expect(screen.getByRole('group', { name: 'Change of line 1' })).toBeTruthy();
});

test('lines of a file that was made are coloured once: as lines, not as words that changed too', async () => {
  await show({ ...modified, kind: 'added', before: '' });
  expect(document.querySelectorAll('.cm-changedLine').length).toBeGreaterThan(5);
  expect(document.querySelectorAll('.cm-changedText')).toHaveLength(0);
});
