// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { $chat, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { $otherTab } from '../../../lib/stores/other-tab.ts';
import { $endedProcesses, $processes, type EndedProcess } from '../../../lib/stores/terminals.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { EndedBar } from '../../terminal/ended-bar.tsx';
import { showChat, succeeded } from '../../testing/chat-fixtures.ts';
import { fakeActions } from '../../testing/fake-actions.ts';
import { Conversation } from '../conversation/conversation.tsx';

const SERVER: EndedProcess = { processId: 'p1', command: 'npm start', directory: '/home/project', port: 3000, endedWith: 'page' };
const WATCHER: EndedProcess = { processId: 'p2', command: 'npm run watch', directory: '/home/project', port: null, endedWith: 'page' };

afterEach(() => {
  cleanup();
  $chat.set(INITIAL_CHAT_STATE);
  $endedProcesses.set([]);
  $processes.set([]);
  $otherTab.set({ state: 'none' });
});

async function show() {
  const actions = fakeActions({ startAgain: async () => undefined });
  render(
    <ReadyWorkbench actions={actions}>
      <Conversation approvals={null} />
      <EndedBar />
    </ReadyWorkbench>,
  );
  await act(async () => undefined);
  return actions;
}

function showServerCall() {
  const summary = 'npm start still runs.';
  showChat(
    [
      succeeded('a', 'devonz_run_command', { command: 'npm start' }, { status: 'running', processId: 'p1', output: '' }),
      succeeded('b', 'devonz_task_complete', { summary }, null, { type: 'work-completed', summary }),
    ],
    { status: 'completed' },
  );
}

const command = () => within(screen.getByRole('article', { name: /^Command npm start/ }));
const complete = () => within(screen.getByRole('article', { name: /^Complete/ }));
const bar = () => screen.queryByRole('region', { name: 'What ended with the page' });

it('a server that ended with the page says so in its folded card and where the task was completed, each with a button to start it again', async () => {
  showServerCall();
  $endedProcesses.set([SERVER]);
  const actions = await show();
  expect(command().getByText('Ended with the page')).toBeTruthy();
  expect(command().getByRole('button', { expanded: false })).toBeTruthy();
  fireEvent.click(command().getByRole('button', { name: 'Start npm start again' }));
  expect(within(complete().getByRole('list', { name: 'Ended with the page' })).getByText('npm start')).toBeTruthy();
  fireEvent.click(complete().getByRole('button', { name: 'Start npm start again' }));
  expect(actions.calls.map(({ arguments: given }) => given)).toEqual([[[SERVER]], [[SERVER]]]);
});

it('everything that ran is started again with one button above the message box, or put aside', async () => {
  showServerCall();
  $endedProcesses.set([SERVER, WATCHER]);
  const actions = await show();
  expect(bar()?.textContent).toContain('npm start and 1 more ended with the page.');
  fireEvent.click(screen.getByRole('button', { name: 'Start all again' }));
  expect(actions.calls).toEqual([{ name: 'startAgain', arguments: [[SERVER, WATCHER]] }]);
  fireEvent.click(screen.getByRole('button', { name: 'Do not start it again' }));
  expect(bar()).toBeNull();
  expect(complete().queryByRole('list', { name: 'Ended with the page' })).toBeNull();
});

it('what ended with the runtime says so, and what ended with either says no more than that it ended', async () => {
  showServerCall();
  $endedProcesses.set([{ ...SERVER, endedWith: 'runtime' }]);
  await show();
  expect(command().getByText('Ended with the runtime')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'What ended with the runtime' }).textContent).toContain('npm start ended with the runtime.');
  act(() => $endedProcesses.set([{ ...SERVER, endedWith: 'runtime' }, WATCHER]));
  expect(screen.getByRole('region', { name: 'What ended' }).textContent).toContain('npm start and 1 more ended.');
});

it('a command is said to be in the background only while it is; what runs in another tab is not known to have ended', async () => {
  showServerCall();
  $processes.set([{ ...SERVER, startedAt: 1, waitsFor: null }]);
  await show();
  expect(command().getByText('In the background')).toBeTruthy();
  act(() => $processes.set([]));
  expect(command().getByText('Ended')).toBeTruthy();
  act(() => $otherTab.set({ state: 'works', isSilent: false }));
  expect(command().getByText('In the background')).toBeTruthy();
});
