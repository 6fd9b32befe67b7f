// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { $storageUse, type StorageUse } from '../../../lib/stores/storage.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { StorageUseView } from './storage-use-view.tsx';

const USE: StorageUse = {
  usage: 40_000_000,
  quota: 100_000_000,
  chats: 2_000_000,
  files: 20_000_000,
  versions: 8_000_000,
  deleted: 5_000_000,
  packages: 30_000_000,
  isPersisted: false,
};

afterEach(() => {
  cleanup();
  $storageUse.set(null);
});

function show() {
  let cleared = () => {};
  const actions = fakeActions({
    measureStorage: async () => undefined,
    clearCaches: () =>
      new Promise((resolve) => {
        cleared = resolve;
      }),
    keepStorage: async () => $storageUse.set({ ...USE, isPersisted: true }),
  });
  render(
    <ReadyWorkbench actions={actions}>
      <StorageUseView />
    </ReadyWorkbench>,
  );
  return { actions, cleared: () => cleared() };
}

const partOf = (label: string) => screen.getByText(label).parentElement?.querySelector('dd')?.textContent;

test('it says what uses the storage, with the rest that is not ours, once somebody has looked', () => {
  const { actions } = show();
  expect(actions.calls.map(({ name }) => name)).toEqual(['measureStorage']);
  expect(screen.getByText('Looking at what uses it…')).toBeTruthy();
  act(() => $storageUse.set(USE));
  expect(screen.getByText('40 MB of 100 MB are used (40 %).')).toBeTruthy();
  expect(['Chats', 'Files of projects', 'Earlier versions and images', 'The browser’s own and other data'].map(partOf)).toEqual([
    '2 MB',
    '20 MB',
    '8 MB',
    '10 MB',
  ]);
  expect(screen.getByText(/^5 MB of the files are of deleted projects/)).toBeTruthy();
});

test('where the browser gives no figures it says what it knows', () => {
  show();
  act(() => $storageUse.set({ ...USE, usage: null, quota: null, deleted: 0, packages: null }));
  expect(screen.getByText('About 30 MB are used.')).toBeTruthy();
  expect(screen.queryByText(/deleted projects/)).toBeNull();
});

test('caches are cleared once at a time, and the browser is asked to keep the rest until it does', async () => {
  const { actions, cleared } = show();
  act(() => $storageUse.set(USE));
  const clear = screen.getByRole<HTMLButtonElement>('button', { name: 'Clear caches' });
  fireEvent.click(clear);
  expect(clear.disabled).toBe(true);
  await act(async () => cleared());
  expect(clear.disabled).toBe(false);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Ask to keep it' })));
  expect(screen.queryByRole('button', { name: 'Ask to keep it' })).toBeNull();
  expect(screen.getByText('Kept')).toBeTruthy();
  expect(actions.calls.map(({ name }) => name)).toEqual(['measureStorage', 'clearCaches', 'keepStorage']);
});
