// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { $isTourOpen } from '../../../lib/help/tour-request.ts';
import { chatIdSchema, projectIdSchema } from '../../../lib/protocol/ids.ts';
import { DEFAULT_APP_SETTINGS } from '../../../lib/protocol/settings.ts';
import { $chats } from '../../../lib/stores/chat.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { Tour } from './tour.tsx';

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  $settings.set(DEFAULT_APP_SETTINGS);
  $chats.set([]);
  $isTourOpen.set(false);
});

/** Renders the parts of the start page that the tour refers to. */
function show() {
  const page = document.createElement('main');
  const place = document.createElement('span');
  place.id = 'tour-offer';
  const message = document.createElement('textarea');
  message.setAttribute('aria-label', 'Message');
  page.className = 'message-input';
  page.appendChild(place);
  page.appendChild(message);
  document.body.appendChild(page);
  const actions = fakeActions({ updateSettings: (patch) => $settings.set({ ...$settings.get(), ...patch }) });
  render(
    <ReadyWorkbench actions={actions}>
      <Tour />
    </ReadyWorkbench>,
  );
  return message;
}

const offer = () => screen.queryByRole('button', { name: 'Take the tour (3 steps)' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

async function take() {
  press('Take the tour (3 steps)');
  await screen.findByText('Step 1 of 3');
}

test('it is offered and never opens by itself, and takes no focus before', () => {
  const message = show();
  message.focus();
  expect(offer()).not.toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(message);
});

test('it leads forth and back through three steps, each a dialog by its title, and is not offered again', async () => {
  show();
  await take();
  const titles = [screen.getByRole('dialog', { name: 'Say what to build' }).getAttribute('aria-modal')];
  press('Next');
  titles.push(screen.getByRole('dialog', { name: 'You approve what matters' }).textContent);
  press('Back');
  expect(screen.getByText('Step 1 of 3')).toBeTruthy();
  press('Next');
  press('Next');
  expect(screen.getByRole('dialog', { name: 'Watch it run' })).toBeTruthy();
  expect(titles[0]).toBeNull();
  expect(titles[1]).toContain('Ctrl or Cmd + Enter');
  press('Done');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect([$settings.get().tour, offer()]).toEqual(['done', null]);
});

test('the focus is on Next while it is open, and where it was afterwards', async () => {
  const message = show();
  message.focus();
  act(() => $isTourOpen.set(true));
  await screen.findByText('Step 1 of 3');
  expect(document.activeElement?.textContent).toBe('Next');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(message));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an Escape that has closed something else leaves it open', async () => {
  show();
  await take();
  const menu = (event: Event) => event.preventDefault();
  document.body.addEventListener('keydown', menu);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  document.body.removeEventListener('keydown', menu);
  expect(screen.getByText('Step 1 of 3')).toBeTruthy();
  press('Skip');
  expect(screen.queryByText('Step 1 of 3')).toBeNull();
});

test('who has a chat, or has declined it, is offered none', () => {
  show();
  act(() => $chats.set([{ chatId: chatIdSchema.parse('shop'), projectId: projectIdSchema.parse('shop'), title: 'Shop', updatedAt: 1 }]));
  expect(offer()).toBeNull();
  act(() => $chats.set([]));
  press('Do not offer the tour again');
  expect([$settings.get().tour, offer()]).toEqual(['done', null]);
});
