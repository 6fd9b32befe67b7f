// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { $chat, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { showChat } from '../../testing/chat-fixtures.ts';
import { showConversation } from '../testing/show-conversation.tsx';

afterEach(() => {
  cleanup();
  $chat.set(INITIAL_CHAT_STATE);
});

it('a message is asked again while nothing is at work, which it would stop', async () => {
  const message = { id: 'm1', role: 'user' as const, parts: [{ type: 'text' as const, text: 'Make it red' }] };
  showChat([], { messages: [message] });
  const asked: string[] = [];
  await showConversation({
    repeatMessage: async (messageId: string) => {
      asked.push(messageId);
      return true;
    },
  });
  const log = within(screen.getByRole('log', { name: 'Conversation' }));
  fireEvent.click(log.getByRole('button', { name: 'Ask again' }));
  expect(asked).toEqual(['m1']);
  act(() => $chat.setKey('status', 'executing'));
  expect(log.queryByRole('button', { name: 'Ask again' })).toBeNull();
  expect(log.getByRole('button', { name: 'Edit and resend' })).toBeTruthy();
});
