// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { chatIdSchema } from '../../../../lib/protocol/ids.ts';
import { $chat, INITIAL_CHAT_STATE } from '../../../../lib/stores/chat.ts';
import { $inputWanted, $processes, $runningCommands } from '../../../../lib/stores/terminals.ts';
import { ReadyWorkbench } from '../../../page/workbench-context.tsx';
import { ProcessList } from '../../../terminal/process-list.tsx';
import { showChat, succeeded, toolCall } from '../../../testing/chat-fixtures.ts';
import { fakeActions } from '../../../testing/fake-actions.ts';
import { Conversation } from '../../conversation/conversation.tsx';

afterEach(() => {
  cleanup();
  $chat.set(INITIAL_CHAT_STATE);
  $inputWanted.set(new Map());
  $processes.set([]);
  $runningCommands.set([]);
});

async function show() {
  const actions = fakeActions({ sendInput: async () => undefined, stopCommand: () => undefined });
  render(
    <ReadyWorkbench actions={actions}>
      <Conversation approvals={null} />
      <ProcessList />
    </ReadyWorkbench>,
  );
  await act(async () => undefined);
  return actions;
}

it('a running command that asks shows its question with a box to answer it and Ctrl-C', async () => {
  showChat([toolCall('a', 'devonz_run_command', { command: 'npm create vite' }, { status: 'executing', directory: '', startedAt: 1 })]);
  const actions = await show();
  expect(screen.queryByRole('textbox', { name: 'Command input' })).toBeNull();
  act(() => $inputWanted.set(new Map([['a', { processId: 'p1', prompt: 'Project name:' }]])));
  const card = within(screen.getByRole('article', { name: /npm create vite/ }));
  expect(card.getByText('Project name:')).toBeTruthy();
  expect(card.getByText('Waits for you')).toBeTruthy();
  const box = card.getByRole('textbox', { name: 'Command input' }) as HTMLInputElement; // A textbox is an input element here.
  fireEvent.change(box, { target: { value: 'demo' } });
  fireEvent.click(card.getByRole('button', { name: 'Send input' }));
  expect(box.value).toBe('');
  fireEvent.click(card.getByRole('button', { name: 'Ctrl-C' }));
  expect(actions.calls.map(({ arguments: given }) => given)).toEqual([
    ['p1', 'demo\r'],
    ['p1', '\x03'],
  ]);
  act(() => $inputWanted.set(new Map()));
  expect(screen.queryByRole('textbox', { name: 'Command input' })).toBeNull();
});

it('a command that continued in the background is answered in its card and in the list of processes; a password is not shown', async () => {
  showChat([succeeded('a', 'devonz_run_command', { command: 'ssh host' }, { status: 'running', processId: 'p2', output: '' })]);
  $processes.set([
    {
      processId: 'p2',
      command: 'ssh host',
      directory: '',
      port: null,
      startedAt: 1,
      waitsFor: { processId: 'p2', prompt: 'Password:', isHidden: true },
    },
  ]);
  await show();
  const boxes = screen.getAllByRole('textbox', { name: 'Command input' });
  expect(boxes).toHaveLength(2);
  expect(boxes.every((box) => box.hasAttribute('data-hidden'))).toBe(true);
});

it('a command of the user that asks is answered in its card, and in the terminal, where it can be stopped, too', async () => {
  showChat([], { chatId: chatIdSchema.parse('chat-1') });
  const command = { id: 4, chatId: 'chat-1', command: 'rm -i a', startedAt: 1, waitsFor: null };
  $runningCommands.set([command]);
  const actions = await show();
  expect(screen.queryByRole('textbox', { name: 'Command input' })).toBeNull();
  act(() => $runningCommands.set([{ ...command, waitsFor: { processId: 'p3', prompt: "rm: remove regular file 'a'?" } }]));
  const card = within(screen.getByRole('article', { name: /rm -i a/ }));
  const processes = within(screen.getByRole('region', { name: 'Processes' }));
  expect(card.getByText('Waits for you')).toBeTruthy();
  for (const place of [card, processes]) {
    expect(place.getByText(/remove regular file/)).toBeTruthy();
    fireEvent.change(place.getByRole('textbox', { name: 'Command input' }), { target: { value: 'n' } });
    fireEvent.click(place.getByRole('button', { name: 'Send input' }));
  }
  fireEvent.click(processes.getByRole('button', { name: 'Stop rm -i a' }));
  expect(actions.calls.map(({ arguments: given }) => given)).toEqual([['p3', 'n\r'], ['p3', 'n\r'], [4]]);
});

it('a command of the user that asks after it has continued in the background is answered in its card', async () => {
  const message = { id: 'command-1', role: 'user' as const, parts: [{ type: 'text' as const, text: 'npm run release' }] };
  const done = { command: 'npm run release', status: 'timed_out' as const, exitCode: null, output: '' };
  showChat([], { messages: [message], userCommands: new Map([[message.id, done]]) });
  $processes.set([
    { processId: 'p4', command: done.command, directory: '', port: null, startedAt: 1, waitsFor: { processId: 'p4', prompt: 'Version:' } },
  ]);
  await show();
  const card = within(screen.getByRole('article', { name: /npm run release/ }));
  expect(card.getByText('Waits for you')).toBeTruthy();
  expect(card.getByRole('textbox', { name: 'Command input' })).toBeTruthy();
});
