// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chatIdSchema } from '../../../../lib/protocol/ids.ts';
import { $chat, $drawnPlainly, INITIAL_CHAT_STATE } from '../../../../lib/stores/chat.ts';
import { ReadyWorkbench } from '../../../page/workbench-context.tsx';
import { showChat, succeeded } from '../../../testing/chat-fixtures.ts';
import { fakeActions } from '../../../testing/fake-actions.ts';
import { toolViews } from '../../tool-views/tool-views-context.ts';
import { Conversation } from '../conversation.tsx';

let isBroken: boolean;
beforeEach(() => {
  isBroken = true;
  // React logs the errors that a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  $chat.set(INITIAL_CHAT_STATE);
  $drawnPlainly.set(null);
  vi.restoreAllMocks();
});

function Card() {
  if (isBroken) throw new RangeError('Maximum call stack size exceeded');
  return <p>drawn</p>;
}

async function show() {
  const views = toolViews({ broken: { icon: 'i-lucide-x', doing: () => 'Breaks', done: () => 'Broke', Card } });
  render(
    <ReadyWorkbench actions={fakeActions({})}>
      <Conversation approvals={null} views={views} />
    </ReadyWorkbench>,
  );
  await act(async () => void (await import('../../markdown/markdown-block.tsx')));
}

const log = () => within(screen.getByRole('log', { name: 'Conversation' }));

test('a row that cannot be drawn is its text and a word, and the others are as they were', async () => {
  showChat([succeeded('call', 'broken', { path: 'a.txt' }, {})], {}, [{ type: 'text', text: 'Before **it**.' }]);
  await show();
  expect(log().getByText('it').tagName).toBe('STRONG');
  expect(log().getByText(/could not be drawn/).textContent).toContain('Maximum call stack size exceeded');
  expect(log().getByText('broken {"path":"a.txt"}')).toBeTruthy();
  isBroken = false;
  fireEvent.click(log().getByRole('button', { name: 'Try again' }));
  expect(log().getByText('drawn')).toBeTruthy();
});

test('a chat whose drawing has ended the page is text, until the user wants it drawn', async () => {
  isBroken = false;
  showChat([succeeded('call', 'broken', { path: 'a.txt' }, {})], { chatId: chatIdSchema.parse('mine') }, [
    { type: 'text', text: 'Before **it**.' },
  ]);
  $drawnPlainly.set(chatIdSchema.parse('mine'));
  await show();
  expect(log().getByText('Before **it**.')).toBeTruthy();
  expect(log().getByText('broken {"path":"a.txt"}')).toBeTruthy();
  fireEvent.click(log().getByRole('button', { name: 'Draw it all the same' }));
  expect(log().getByText('it').tagName).toBe('STRONG');
  expect(log().getByText('drawn')).toBeTruthy();
});
