// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { SessionNotice } from '../../../lib/protocol/session-state.ts';
import { $chat, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { OverlayProvider } from '../../page/overlay-context.tsx';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { NoticeCard } from './notice-card.tsx';

afterEach(() => {
  cleanup();
  $chat.set(INITIAL_CHAT_STATE);
});

function pressed(notice: SessionNotice, ...buttons: string[]) {
  const done = async () => undefined;
  const actions = fakeActions({ retry: done, continueAnswer: done, send: done });
  render(
    <ReadyWorkbench actions={actions}>
      <OverlayProvider>
        <NoticeCard notice={notice} />
      </OverlayProvider>
    </ReadyWorkbench>,
  );
  for (const name of buttons) fireEvent.click(screen.getByRole('button', { name }));
  return actions.calls.map((call) => [call.name, ...call.arguments]);
}

test('an answer that the end of the page cut off says until when it is kept, and is continued from there or asked for again', () => {
  const parts = [{ type: 'text' as const, text: 'The first half' }];
  $chat.set({ ...INITIAL_CHAT_STATE, messages: [{ id: 'm', role: 'assistant', parts }], failedMessages: new Set(['m']) });
  const keptUntil = new Date(2026, 10, 23, 10, 42, 7).getTime();
  const message = 'The page was closed in the middle of an answer.';
  expect(pressed({ type: 'interrupted', message, keptUntil }, 'Continue from here', 'Ask again')).toEqual([['continueAnswer'], ['retry']]);
  expect(screen.getByText(`${message} What had come until ${new Date(keptUntil).toLocaleTimeString()} is kept.`)).toBeTruthy();
});

test('where no answer was under way, a word sends the agent on', () => {
  const message = 'The page was closed while the agent was at work.';
  expect(pressed({ type: 'interrupted', message }, 'Continue')).toEqual([['send', 'Continue']]);
});

test.each([
  ['announcement', 'The model said what it would do next', false],
  ['claim', 'it made no call', false],
  ['shown', 'The model showed a change or a command in its answer', false],
  ['printed-call', 'The model writes its tool calls out as text', true],
  ['unchecked', 'nothing was built, linted or tested since it changed a.ts, b.ts.', false],
  ['check-failed', 'its last check had failed: a.ts, b.ts.', false],
  ['plan-open', 'its plan is not finished: a.ts, b.ts.', false],
  ['undone', 'changes had failed or were denied: a.ts, b.ts.', false],
] as const)('a model that stopped (%s) is sent on, or another one is chosen', (by, words, hasSettings) => {
  expect(pressed({ type: 'model-stopped', by, missing: ['a.ts', 'b.ts'] }, 'Continue')).toEqual([['send', 'Continue']]);
  expect(screen.getByRole('article', { name: 'The model stopped' }).textContent).toContain(words);
  expect(screen.getByRole('button', { name: 'Choose another model…' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Open model settings' }) !== null).toBe(hasSettings);
});
