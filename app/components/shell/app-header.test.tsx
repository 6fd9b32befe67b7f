// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { $chat, INITIAL_CHAT_STATE } from '../../lib/stores/chat.ts';
import { OverlayProvider } from '../page/overlay-context.tsx';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { AppHeader } from './app-header.tsx';

afterEach(() => {
  cleanup();
  $chat.set(INITIAL_CHAT_STATE);
});

test.each([
  ['that is being opened is not called a new one', true, '', 'Opening the chat…'],
  ['that has no title yet is a new one', false, '', 'New chat'],
  ['that is open has its title', false, 'Shop', 'Shop'],
])('a chat %s', (_, isOpening, title, heading) => {
  $chat.setKey('title', title);
  render(
    <MemoryRouter future={{ v7_startTransition: true, v7_relativeSplatPath: true }}>
      <ReadyWorkbench actions={fakeActions()}>
        <OverlayProvider>
          <AppHeader isSession isOpening={isOpening} isNarrow={false} />
        </OverlayProvider>
      </ReadyWorkbench>
    </MemoryRouter>,
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading);
});
