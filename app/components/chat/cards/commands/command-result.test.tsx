// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { CUT_OFF_NOTE, cutOffMessage, LOST_EXIT_CODE } from '../../../../lib/protocol/machines/ended-with-connection.ts';
import { MemoryWorkspace } from '../../../../lib/runtime/memory/memory-workspace.ts';
import { $chat, INITIAL_CHAT_STATE } from '../../../../lib/stores/chat.ts';
import { $earlierOutput, $liveOutput, endOfOutput } from '../../../../lib/stores/live-output.ts';
import { $processes } from '../../../../lib/stores/terminals.ts';
import { $workbenchTab } from '../../../../lib/stores/workbench.ts';
import { runCommandTool } from '../../../../lib/tools/run-command.ts';
import { runTool, toolContext } from '../../../../lib/tools/testing/run-tool.ts';
import { showChat, succeeded, toolCall } from '../../../testing/chat-fixtures.ts';
import { showConversation } from '../../testing/show-conversation.tsx';

afterEach(() => {
  cleanup();
  $chat.set(INITIAL_CHAT_STATE);
  $processes.set([]);
  $liveOutput.set(new Map());
  $earlierOutput.set(new Map());
  $workbenchTab.set('code');
});

const LONG = Array.from({ length: 3_004 }, (_, index) => `line ${index + 1} of a long output`).join('\n');

test('a command that outlives its time says that it still runs, where to, and what it had printed', async () => {
  const workspace = new MemoryWorkspace().script('npm run slow', () => ({ status: 'timed_out', processId: 'p1', output: 'step 1\n' }));
  const result = await runTool(runCommandTool, { command: 'npm run slow', timeout: 5 }, toolContext(workspace));
  const output = result.ok ? result.output : null;
  expect(output).toMatchObject({ timedOut: true, output: 'step 1\n' });
  $processes.set([{ processId: 'p1', command: 'npm run slow', directory: '', port: null, startedAt: 1, waitsFor: null }]);
  showChat([succeeded('a', 'devonz_run_command', { command: 'npm run slow' }, output)]);
  await showConversation();
  const card = within(screen.getByRole('article', { name: /npm run slow/ }));
  expect(card.getByText('In the background')).toBeTruthy();
  expect(card.getByText(/Still running after 1[.,]2 s, continues in the background\./)).toBeTruthy();
  fireEvent.click(card.getByRole('button', { name: 'Open in Terminal' }));
  expect($workbenchTab.get()).toBe('terminal');
  expect(card.getByRole('log', { name: 'Output of npm run slow' }).textContent).toContain('step 1');
});

test('standard error is in its place in the output, named and set apart by more than colour', async () => {
  const errorParts = [{ from: 4, to: 8 }];
  const output = 'one\nbad\nend\n';
  const workspace = new MemoryWorkspace().script('npm test', () => ({ status: 'completed', exitCode: 1, output, errorParts }));
  const result = await runTool(runCommandTool, { command: 'npm test' }, toolContext(workspace));
  if (!result.ok) throw new Error(result.message);
  showChat([succeeded('a', 'devonz_run_command', { command: 'npm test' }, result.output, ...(result.effects ?? []))]);
  await showConversation();
  const card = within(screen.getByRole('article', { name: /npm test/ }));
  expect(card.getByRole('log', { name: 'Output of npm test' }).textContent).toBe(output);
  expect(card.getByRole('group', { name: 'Standard error' }).textContent).toBe('bad\n');
  expect(card.getByText('standard error')).toBeTruthy();
});

test('counts all lines of an output that is shown in part', async () => {
  const workspace = new MemoryWorkspace().script('npm run long', () => ({ status: 'completed', exitCode: 1, output: `${LONG}\n` }));
  const result = await runTool(runCommandTool, { command: 'npm run long' }, toolContext(workspace));
  if (!result.ok) throw new Error(result.message);
  showChat([succeeded('a', 'devonz_run_command', { command: 'npm run long' }, result.output, ...result.effects)]);
  await showConversation();
  const card = within(screen.getByRole('article', { name: /npm run long/ }));
  expect(card.getByText(/^Last \d+ of 3,004 lines/)).toBeTruthy();
  expect(card.queryByRole('button', { name: 'Show all' }), 'not all of it is kept in the card').toBeNull();
  fireEvent.click(card.getByRole('button', { name: 'Show more' }));
  expect(card.getByText(/^\d+ of 3,004 lines/)).toBeTruthy();
});

test('shows what a command had printed when the page was closed, with all its lines counted', async () => {
  const output = endOfOutput({ text: LONG, linesBefore: 0 }, 20_000);
  const running = { status: 'executing', directory: '', startedAt: 1 };
  showChat([toolCall('a', 'devonz_run_command', { command: 'npm run long' }, running)]);
  $liveOutput.set(new Map([['a', output]]));
  await showConversation();
  expect(screen.getByText(/^Last \d+ of 3,004 lines/)).toBeTruthy();
  cleanup();
  $liveOutput.set(new Map());
  $earlierOutput.set(new Map([['a', output]]));
  const cut = { status: 'cancelled', message: 'cancelled: interrupted while it ran.', finishedAt: 2 };
  showChat([toolCall('a', 'devonz_run_command', { command: 'npm run long' }, cut)]);
  await showConversation();
  const card = within(screen.getByRole('article', { name: /npm run long/ }));
  fireEvent.click(card.getByRole('button', { name: /npm run long/ }));
  expect(card.getByRole('log', { name: 'Output of npm run long' }).textContent).toMatch(/line 3004 of a long output$/);
  expect(card.getByText(/^Last \d+ of 3,004 lines/)).toBeTruthy();
});

test('a command that was cut off with its machine has not failed', async () => {
  const output = `compiling\n${CUT_OFF_NOTE}\n`;
  const workspace = new MemoryWorkspace().script('make', () => ({ status: 'completed', exitCode: LOST_EXIT_CODE, output }));
  const result = await runTool(runCommandTool, { command: 'make' }, toolContext(workspace));
  if (!result.ok) throw new Error(result.message);
  const error = { status: 'error', code: 'failed', message: cutOffMessage('The bridge has ended.'), finishedAt: 2 };
  const lost = toolCall('b', 'devonz_run_command', { command: 'apt update' }, error);
  showChat([succeeded('a', 'devonz_run_command', { command: 'make' }, result.output, ...result.effects), lost]);
  await showConversation();
  for (const name of [/make/, /apt update/]) {
    const card = within(screen.getByRole('article', { name }));
    expect(card.getByText('Ended with the connection')).toBeTruthy();
    expect(card.queryByText('Failed')).toBeNull();
  }
});
