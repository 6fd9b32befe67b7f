// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { PastHunk } from '../../lib/chat/past/past-hunk.ts';
import type { DiffLayout } from '../../lib/editor/create-diff-view.ts';
import type { FileChange } from '../../lib/project/project-service.ts';
import { $keptChanges } from '../../lib/stores/window.ts';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { countsOf, keysOf } from './kept-changes.ts';
import type { ChangePlace } from './stack/change-places.ts';
import { FileSection } from './stack/file-section.tsx';

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

const noMove = { setFold: () => undefined, onReached: () => undefined, onEnter: () => undefined };

async function show(change: FileChange, layout: DiffLayout = 'unified') {
  const actions = fakeActions({ listHunks: async () => hunks, undoHunk: async () => undefined });
  const file = { change, counts: countsOf(change), keys: keysOf(change), kept: 0 };
  const page = (wanted: ChangePlace | null) => (
    <ReadyWorkbench actions={actions}>
      <FileSection {...{ file, layout, wanted, source: SOURCE, nearness: null, actions: noMove }} isCurrent={true} isFolded={false} />
    </ReadyWorkbench>
  );
  const { rerender } = await act(async () => render(page(null)));
  return { actions, want: (index: number) => act(async () => rerender(page({ path: change.path, index }))) };
}

test('each hunk says what has become of it, and one that is still there goes back alone', async () => {
  const { actions } = await show(modified);
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

test('a change that is wanted is gone to, with the keyboard at it; one too many is the last', async () => {
  const { want } = await show(modified);
  for (const [wanted, place] of [
    [1, 1],
    [0, 0],
    [9, 2],
  ] as const) {
    await want(wanted);
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('group')[place]));
  }
});

test('a file that was made goes back as a whole: its lines are not asked about', async () => {
  const { actions, want } = await show({ ...modified, kind: 'added', before: '' });
  expect(actions.calls).toEqual([]);
  expect(screen.queryByRole('group')).toBeNull();
  await want(0);
  expect(document.activeElement).toBe(screen.getByRole('article', { name: 'src/a.ts' }));
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
