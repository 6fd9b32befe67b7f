// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { $offlineCopy } from '../../lib/stores/offline/offline-copy.ts';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { OfflineCopyRow } from './offline-copy-row.tsx';

afterEach(() => {
  cleanup();
  $offlineCopy.set({ status: 'none', why: 'soon' });
});

function show() {
  const actions = fakeActions({
    removeOfflineCopy: async () => $offlineCopy.set({ status: 'none', why: 'removed' }),
    keepOfflineCopy: async () => $offlineCopy.set({ status: 'ready', bytes: 22_000_000, hasNewer: false }),
    reloadToNewer: async () => undefined,
  });
  render(
    <ReadyWorkbench actions={actions}>
      <OfflineCopyRow />
    </ReadyWorkbench>,
  );
  return actions;
}

test('the copy is shown with its size, removed, and made again', async () => {
  $offlineCopy.set({ status: 'ready', bytes: 22_000_000, hasNewer: false });
  show();
  screen.getByText(/kept in this browser \(22 MB\)/);
  fireEvent.click(screen.getByRole('button', { name: 'Remove the offline copy' }));
  await waitFor(() => screen.getByText(/opens only while its server can be reached/));
  fireEvent.click(screen.getByRole('button', { name: 'Keep a copy' }));
  await waitFor(() => screen.getByText(/22 MB/));
});

test('a newer version that is ready is reloaded from here', () => {
  $offlineCopy.set({ status: 'ready', bytes: 1, hasNewer: true });
  const actions = show();
  fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
  expect(actions.calls.map(({ name }) => name)).toEqual(['reloadToNewer']);
});

test('where no copy is possible there is nothing to press, and why is said', () => {
  $offlineCopy.set({ status: 'impossible' });
  show();
  screen.getByText(/has no service workers in this window/);
  expect(screen.queryByRole('button')).toBeNull();
});
