import { afterEach, expect, test } from 'vitest';
import { $chat, INITIAL_CHAT_STATE } from '../stores/chat.ts';
import { $terminals } from '../stores/terminals.ts';
import { isSomethingRunning } from './is-something-running.ts';

afterEach(() => {
  $chat.set(INITIAL_CHAT_STATE);
  $terminals.set([]);
});

test('a reload would end the agent’s work and a shell of the user, but not a terminal that has ended or is the agent’s', () => {
  const shell = { terminalId: 'terminal-1', name: 'Terminal 1', isAgent: false } as const;
  $terminals.set([
    { terminalId: 'agent', name: 'Agent', isAgent: true, status: 'running' },
    { ...shell, status: 'exited' },
  ]);
  expect(isSomethingRunning()).toBe(false);
  $terminals.set([{ ...shell, status: 'running' }]);
  expect(isSomethingRunning()).toBe(true);
  $terminals.set([]);
  $chat.set({ ...INITIAL_CHAT_STATE, status: 'thinking' });
  expect(isSomethingRunning()).toBe(true);
});
