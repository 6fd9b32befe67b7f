// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { $activeTab, $files, $recentFiles, type FileEntry } from '../../lib/stores/files.ts';
import { $narrowPane, $workbenchTab } from '../../lib/stores/workbench.ts';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { QuickOpen } from './quick-open.tsx';

afterEach(() => {
  cleanup();
  $files.set(new Map());
  $recentFiles.set([]);
  $activeTab.set(null);
  $workbenchTab.set('code');
  $narrowPane.set('chat');
});

function show(paths: readonly string[]) {
  const files = paths.map((path): [string, FileEntry] => [path, { kind: 'file', change: 'none' }]);
  $files.set(new Map([['src', { kind: 'directory', change: 'none' }], ...files]));
  const actions = fakeActions({ openFile: async () => undefined });
  const closes: boolean[] = [];
  render(
    <ReadyWorkbench actions={actions}>
      <QuickOpen onOpenChange={(isOpen) => closes.push(isOpen)} />
    </ReadyWorkbench>,
  );
  return { actions, closes };
}

const field = () => screen.getByRole('combobox');
const rows = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const type = (value: string) => fireEvent.change(field(), { target: { value } });

test('the files used last come first, the one that is open after them, and folders are none', () => {
  $recentFiles.set(['src/b.ts', 'src/c.ts']);
  $activeTab.set('src/b.ts');
  show(['src/a.ts', 'src/b.ts', 'src/c.ts']);
  expect(rows()).toEqual(['src/c.ts', 'src/b.ts', 'src/a.ts']);
});

test('arrows choose, and Enter opens the file in the code tab', async () => {
  $workbenchTab.set('preview');
  const { actions, closes } = show(['src/alpha.ts', 'src/beta.ts', 'src/albatross.ts']);
  type('al');
  await waitFor(() => expect(rows()).toHaveLength(2));
  const second = rows()[1];
  fireEvent.keyDown(field(), { key: 'ArrowDown' });
  fireEvent.keyDown(field(), { key: 'Enter' });
  await waitFor(() => expect(actions.calls).toEqual([{ name: 'openFile', arguments: [second, undefined] }]));
  expect(closes).toEqual([false]);
  expect([$workbenchTab.get(), $narrowPane.get()]).toEqual(['code', 'code']);
});

test('a line after the name is gone to; a line alone is one of the open file', async () => {
  $activeTab.set('src/b.ts');
  const { actions } = show(['src/a.ts', 'src/b.ts']);
  type('a.ts:42');
  await waitFor(() => expect(rows()).toEqual(['src/a.tsline 42']));
  fireEvent.keyDown(field(), { key: 'Enter' });
  await waitFor(() => expect(actions.calls).toHaveLength(1));
  type(':7');
  await waitFor(() => expect(rows()).toEqual(['src/b.tsline 7']));
  fireEvent.keyDown(field(), { key: 'Enter' });
  await waitFor(() => expect(actions.calls).toHaveLength(2));
  expect(actions.calls.map((call) => call.arguments)).toEqual([
    ['src/a.ts', { line: 42, column: 0 }],
    ['src/b.ts', { line: 7, column: 0 }],
  ]);
});

test('what is called nothing is said to be', async () => {
  show(['src/a.ts']);
  type('zebra');
  await waitFor(() => expect(screen.getByText('No file is called “zebra”.')).toBeTruthy());
});
