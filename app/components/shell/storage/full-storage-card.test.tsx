// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { ChatId } from '../../../lib/protocol/ids.ts';
import { $chat, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { $fullStorage, $storageUse } from '../../../lib/stores/storage.ts';
import { OverlayProvider } from '../../page/overlay-context.tsx';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { FullStorageCard } from './full-storage-card.tsx';

afterEach(() => {
  cleanup();
  $fullStorage.set(null);
  $storageUse.set(null);
  $chat.set(INITIAL_CHAT_STATE);
});

function show() {
  const actions = fakeActions({
    measureStorage: async () => undefined,
    clearCaches: async () => $fullStorage.set(null),
    lookForRoom: async () => undefined,
  });
  render(
    <OverlayProvider>
      <ReadyWorkbench actions={actions}>
        <FullStorageCard />
      </ReadyWorkbench>
    </OverlayProvider>,
  );
  return actions;
}

test('while there is room nothing is said, and nothing is measured', () => {
  expect(show().calls).toEqual([]);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a full storage is said with its figures and what helps, and the card goes when there is room', async () => {
  const actions = show();
  act(() => $fullStorage.set({ usage: 990_000_000, quota: 1_000_000_000 }));
  expect(screen.getByRole('alert', { name: 'Storage is full' }).textContent).toContain('990 of 1,000 MB are used. Nothing is lost');
  expect(screen.getByRole('button', { name: 'Delete chats…' })).toBeTruthy();
  // The start page has no project to export.
  expect(screen.queryByRole('button', { name: 'Export this project' })).toBeNull();
  act(() => $chat.set({ ...INITIAL_CHAT_STATE, chatId: 'chat-1' as ChatId }));
  expect(screen.getByRole('button', { name: 'Export this project' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  const use = { usage: 1, quota: 1, chats: 0, files: 0, versions: 0, deleted: 0, packages: 120_000_000, isPersisted: true };
  act(() => $storageUse.set(use));
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Clear caches (120 MB)' })));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(actions.calls.map(({ name }) => name)).toEqual(['measureStorage', 'lookForRoom', 'clearCaches']);
});

test('where the browser gives no figures it says the rest', () => {
  show();
  act(() => $fullStorage.set({ usage: null, quota: null }));
  expect(screen.getByRole('alert').textContent).toContain('Storage is full. Nothing is lost');
});

test('the card can be folded, so that what it lies over can be reached, and still says that the storage is full', () => {
  show();
  act(() => $fullStorage.set({ usage: null, quota: null }));
  fireEvent.click(screen.getByRole('button', { name: 'Show less', expanded: true }));
  expect(screen.getByRole('alert', { name: 'Storage is full' }).textContent).toBe('Storage is full.Show more');
  fireEvent.click(screen.getByRole('button', { name: 'Show more', expanded: false }));
  expect(screen.getByRole('button', { name: 'Delete chats…' })).toBeTruthy();
});
