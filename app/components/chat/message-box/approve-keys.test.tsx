// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { $chat, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { ApprovalRegion } from '../../approvals/approval-region.tsx';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { showChat, waitingCommand } from '../../testing/chat-fixtures.ts';
import { fakeActions } from '../../testing/fake-actions.ts';
import { messageAids } from './deferred-aids.ts';
import { MessageBox } from './message-box.tsx';

beforeAll(async () => void (await messageAids.load()));

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  sessionStorage.clear();
  $chat.set(INITIAL_CHAT_STATE);
});

/** Shows commands that have waited for approval long enough to have been read. */
function show(commands: readonly string[]) {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  const actions = fakeActions({ answerApproval: async () => undefined });
  showChat(
    commands.map((command, index) => waitingCommand(`call-${index}`, command)),
    { status: 'waiting_for_approval' },
  );
  render(
    <ReadyWorkbench actions={actions}>
      <div role="log">
        <ApprovalRegion />
      </div>
      <MessageBox variant="session" />
    </ReadyWorkbench>,
  );
  clock.mockReturnValue(2_000);
  act(() => box().focus());
  return actions;
}

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const pressKeys = (init: KeyboardEventInit = {}) =>
  act(async () => void fireEvent.keyDown(box(), { key: 'Enter', ctrlKey: true, ...init }));
const focusedCard = () => document.activeElement?.getAttribute('aria-label');
/** Sets the layout position of an element, from the top. */
const lies = (element: Element, top: number, height: number) =>
  vi.spyOn(element, 'getBoundingClientRect').mockReturnValue(DOMRect.fromRect({ y: top, height }));

test('the keys on a card’s Approve answer it from the empty message box', async () => {
  const actions = show(['npm install']);
  await pressKeys();
  expect(actions.calls).toEqual([{ name: 'answerApproval', arguments: ['approval-call-0', { decision: 'approve' }] }]);
});

test('what is being written is neither sent nor an answer', async () => {
  const actions = show(['npm install']);
  fireEvent.change(box(), { target: { value: 'Wait' } });
  await pressKeys();
  expect([actions.calls, box().value, document.activeElement]).toEqual([[], 'Wait', box()]);
});

test('of several cards none is answered from there: the keys lead to the one that they mean', async () => {
  const actions = show(['npm install', 'npm start']);
  await pressKeys();
  expect(actions.calls).toEqual([]);
  expect(focusedCard()).toContain('npm install');
});

test('a card that is scrolled away is shown first', async () => {
  const actions = show(['npm install']);
  lies(screen.getByRole('log'), 0, 600);
  lies(screen.getByRole('button', { name: 'Approve' }), 900, 30);
  await pressKeys();
  expect(actions.calls).toEqual([]);
  expect(focusedCard()).toContain('npm install');
});

test('keys that are held down answer nothing', async () => {
  const actions = show(['npm install']);
  await pressKeys({ repeat: true });
  expect([actions.calls, document.activeElement]).toEqual([[], box()]);
});
