// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeActions } from '../testing/fake-actions.ts';

// So that each test loads the menu once more.
beforeEach(() => vi.resetModules());
afterEach(cleanup);

/** Shows the button while its menu is loading. Returns its element. */
async function showEarly() {
  const { ReadyWorkbench } = await import('../page/workbench-context.tsx');
  const { ExportButton } = await import('./export-button.tsx');
  render(
    <ReadyWorkbench actions={fakeActions()}>
      <ExportButton />
    </ReadyWorkbench>,
  );
  return screen.getByRole('button', { name: 'Export' });
}

test('pressed before its menu has loaded, it opens then', async () => {
  const early = await showEarly();
  act(() => early.focus());
  fireEvent.click(early);
  expect(screen.queryByRole('menu')).toBeNull();
  expect(await screen.findByRole('menuitem', { name: 'Zip' })).toBeDefined();
});

test('it keeps the focus when its menu has loaded, and stays closed', async () => {
  const early = await showEarly();
  act(() => early.focus());
  await waitFor(() => expect(early.isConnected).toBe(false));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Export' }));
  expect(screen.queryByRole('menu')).toBeNull();
});

test('a press is forgotten when the user has left the button', async () => {
  const early = await showEarly();
  act(() => early.focus());
  fireEvent.click(early);
  act(() => early.blur());
  await waitFor(() => expect(early.isConnected).toBe(false));
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(document.body);
});
