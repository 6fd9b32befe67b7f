// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { ChatMessage } from '../../../lib/protocol/message.ts';
import { $chat, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { LastExitItem } from './last-exit-item.tsx';

afterEach(() => {
  cleanup();
  $chat.set(INITIAL_CHAT_STATE);
});

const ran = (exitCode: number): ChatMessage => ({
  id: `step-${exitCode}`,
  role: 'assistant',
  parts: [
    {
      type: 'dynamic-tool',
      toolName: 'run',
      toolCallId: `call-${exitCode}`,
      state: 'output-available',
      input: { command: 'x' },
      output: { status: 'completed', exitCode, output: '' },
    },
  ],
});

test('the exit code of the newest command is shown, whether the agent or the user ran it', () => {
  render(<LastExitItem />);
  expect(screen.queryByText(/Exit/)).toBeNull();
  act(() => $chat.setKey('messages', [ran(3)]));
  expect(screen.getByText('Exit 3')).toBeTruthy();
  const own: ChatMessage = { id: 'own', role: 'user', parts: [{ type: 'text', text: 'The user ran a command' }] };
  act(() => {
    $chat.setKey('userCommands', new Map([['own', { command: 'ls', status: 'completed', exitCode: 0, output: '' }]]));
    $chat.setKey('messages', [ran(3), own]);
  });
  expect(screen.getByText('Exit 0')).toBeTruthy();
  act(() => $chat.setKey('messages', [ran(3), own, ran(7), { ...own, id: 'said' }]));
  expect(screen.getByText('Exit 7')).toBeTruthy();
});
