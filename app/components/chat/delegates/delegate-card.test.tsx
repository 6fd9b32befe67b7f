// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { $chat, type DelegateState, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { ApprovalRegion } from '../../approvals/approval-region.tsx';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { showChat, succeeded, toolCall, waitingCommand } from '../../testing/chat-fixtures.ts';
import { fakeActions } from '../../testing/fake-actions.ts';
import { showConversation } from '../testing/show-conversation.tsx';

afterEach(() => {
  cleanup();
  $chat.set(INITIAL_CHAT_STATE);
});

const INPUT = { task: 'Look for the routes\nand list them', role: 'Scout' };

function delegate(state: Partial<DelegateState>, ...calls: ReturnType<typeof toolCall>[]): DelegateState {
  showChat(calls);
  const { messages, toolCalls } = $chat.get();
  return { ...INITIAL_CHAT_STATE, messages, toolCalls, ...state };
}

it('a sub-agent at work says who it is, its task, what it does now and what it has used; its steps are behind it', async () => {
  const reading = toolCall('call-1', 'devonz_read_file', { path: 'app/routes.ts' }, { status: 'executing', startedAt: 1 });
  const inner = delegate({ status: 'executing', iteration: 2, tokens: { input: 1_000, output: 200 } }, reading);
  showChat([toolCall('call-1', 'devonz_delegate', INPUT, { status: 'executing', startedAt: 1 })], {
    delegates: new Map([['call-1', inner]]),
  });
  await showConversation();
  const card = within(screen.getByRole('article', { name: 'Scout Look for the routes, devonz_delegate, executing' }));
  expect(card.getByText('Reading app/routes.ts')).toBeTruthy();
  expect(card.getByText('2 requests · 1.2k tokens')).toBeTruthy();
  fireEvent.click(card.getByRole('button'));
  const steps = within(card.getByRole('region', { name: 'Steps of Scout' }));
  expect(steps.getByRole('article', { name: /app\/routes\.ts, devonz_read_file, executing/ })).toBeTruthy();
});

it('a sub-agent that is done shows its report once, and its steps', async () => {
  const done = succeeded('call-2', 'devonz_task_complete', { summary: 'Three routes.' }, { summary: 'Three routes.' });
  const inner = delegate({ status: 'completed' }, succeeded('call-1', 'devonz_read_file', { path: 'a.ts' }, { lineCount: 3 }), done);
  const output = { ended: 'completed', report: 'Three routes.', changed: [] };
  showChat([succeeded('call-1', 'devonz_delegate', INPUT, output)], { delegates: new Map([['call-1', inner]]) });
  await showConversation();
  const card = screen.getByRole('article', { name: /Scout Look for the routes, devonz_delegate, success/ });
  fireEvent.click(within(card).getByRole('button'));
  expect(await within(card).findAllByText('Three routes.')).toHaveLength(1);
  expect(within(card).getByRole('article', { name: /a\.ts, devonz_read_file, success/ })).toBeTruthy();
});

it('a sub-agent that waits for a place says so, and one that failed says why', async () => {
  const waiting = toolCall('a', 'devonz_delegate', { task: 'Wait' }, { status: 'executing', startedAt: 1 });
  const failed = toolCall(
    'b',
    'devonz_delegate',
    { task: 'Fail' },
    { status: 'error', code: 'failed', message: 'No provider.', finishedAt: 2 },
  );
  showChat([waiting, failed]);
  await showConversation();
  expect(within(screen.getByRole('article', { name: /Wait/ })).getByText('Waits for its turn')).toBeTruthy();
  const card = screen.getByRole('article', { name: /Fail/ });
  fireEvent.click(within(card).getByRole('button'));
  expect(within(card).getByText('No provider.')).toBeTruthy();
});

it('two sub-agents that ask are answered by cards that name them', async () => {
  const asking = (name: string) => {
    const call = waitingCommand('call-1', 'npm test');
    if (call.status !== 'awaiting_approval') throw new Error('It does not wait.');
    const approval = { ...call.approval, approvalId: `approval-${name}` as never, asker: { name, task: 'Check', scope: ['docs/**'] } };
    return delegate({ status: 'waiting_for_approval' }, { ...call, approval });
  };
  const delegates = new Map([
    ['one', asking('Reviewer')],
    ['two', asking('Tester')],
  ]);
  showChat([], { delegates });
  const actions = fakeActions({ answerApproval: async () => undefined });
  render(
    <ReadyWorkbench actions={actions}>
      <ApprovalRegion />
    </ReadyWorkbench>,
  );
  const cards = within(screen.getByRole('region', { name: 'Approval needed' }));
  expect(cards.getByRole('article', { name: /^Reviewer asks to run a command npm test/ })).toBeTruthy();
  const tester = within(cards.getByRole('article', { name: /^Tester asks to run a command npm test/ }));
  expect(tester.getByText(/It may write only docs\/\*\*/)).toBeTruthy();
  fireEvent.click(tester.getByRole('button', { name: /^Approve/ }), { detail: 1 });
  expect(actions.calls.map(({ arguments: given }) => given)).toEqual([['approval-Tester', { decision: 'approve' }]]);
});
