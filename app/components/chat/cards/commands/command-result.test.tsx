// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { MemoryWorkspace } from '../../../../lib/runtime/memory/memory-workspace.ts';
import { $chat, INITIAL_CHAT_STATE } from '../../../../lib/stores/chat.ts';
import { runCommandTool } from '../../../../lib/tools/run-command.ts';
import { runTool, toolContext } from '../../../../lib/tools/testing/run-tool.ts';
import { showChat, succeeded } from '../../../testing/chat-fixtures.ts';
import { showConversation } from '../../testing/show-conversation.tsx';

afterEach(() => {
  cleanup();
  $chat.set(INITIAL_CHAT_STATE);
});

test('a command that was cut off by its time-out says so, with what it had printed', async () => {
  const workspace = new MemoryWorkspace().script('npm run slow', () => ({ status: 'timed_out', processId: 'p1', output: 'step 1\n' }));
  const result = await runTool(runCommandTool, { command: 'npm run slow', timeout: 5 }, toolContext(workspace));
  const output = result.ok ? result.output : null;
  expect(output).toMatchObject({ timedOut: true, output: 'step 1\n' });
  showChat([succeeded('a', 'devonz_run_command', { command: 'npm run slow' }, output)]);
  await showConversation();
  const card = within(screen.getByRole('article', { name: /npm run slow/ }));
  expect(card.getByText('Timed out')).toBeTruthy();
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
