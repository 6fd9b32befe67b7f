// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import type { ChatId, ProjectId } from '../../lib/protocol/ids.ts';
import { $chats } from '../../lib/stores/chat.ts';
import { OverlayProvider } from '../page/overlay-context.tsx';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { ChatsDialog } from './chats-dialog.tsx';

afterEach(() => {
  cleanup();
  $chats.set([]);
});

const close = () => undefined;
const done = async () => undefined;

async function show(dialog: JSX.Element) {
  const actions = fakeActions({
    deleteChat: done,
  });
  await act(
    async () =>
      void render(
        <MemoryRouter future={{ v7_startTransition: true, v7_relativeSplatPath: true }}>
          <ReadyWorkbench actions={actions}>
            <OverlayProvider>{dialog}</OverlayProvider>
          </ReadyWorkbench>
        </MemoryRouter>,
      ),
  );
  return actions;
}
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

test('the row of a chat that could not be deleted asks no longer', async () => {
  $chats.set([{ chatId: 'chat-1' as ChatId, projectId: 'project-1' as ProjectId, title: 'Shop', updatedAt: 1 }]);
  const actions = await show(<ChatsDialog onOpenChange={close} />);
  await press('Delete Shop');
  expect(screen.getByText('Delete “Shop” with its files?')).toBeTruthy();
  await press('Delete');
  expect(actions.calls.map(({ name }) => name)).toEqual(['deleteChat']);
  expect(screen.queryByText('Delete “Shop” with its files?')).toBeNull();
  expect(screen.getByRole('button', { name: 'Delete Shop' })).toBeTruthy();
});
