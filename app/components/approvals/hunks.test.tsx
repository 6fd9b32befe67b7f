// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { ToolCall } from '../../lib/protocol/tool-call.ts';
import { $chat, INITIAL_CHAT_STATE } from '../../lib/stores/chat.ts';
import { $proposalChoices } from '../../lib/stores/proposals.ts';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { showChat, waitingChange, waitingCommand } from '../testing/chat-fixtures.ts';
import { fakeActions } from '../testing/fake-actions.ts';
import { ApprovalRegion } from './approval-region.tsx';

afterEach(() => {
  cleanup();
  $proposalChoices.set(new Map());
  $chat.set(INITIAL_CHAT_STATE);
});

const text = (...changed: number[]) =>
  Array.from({ length: 14 }, (_, index) => `${changed.includes(index + 1) ? 'NEW' : 'line'} ${index + 1}\n`).join('');

async function show(...others: ToolCall[]) {
  // Loaded in advance, because that takes time on a busy machine.
  await act(async () => void (await import('./proposed-diff.tsx')));
  const actions = fakeActions({
    answerApproval: async () => undefined,
    proposedChange: async () => ({ path: 'src/app.ts', before: text(), after: text(2, 3, 8, 13) }),
  });
  showChat([waitingChange('a', 'src/app.ts', 'new'), ...others], { status: 'waiting_for_approval' });
  render(
    <ReadyWorkbench actions={actions}>
      <ApprovalRegion />
    </ReadyWorkbench>,
  );
  await screen.findByRole('button', { name: 'Take hunk 1, lines 2-3' });
  return actions;
}

const region = () => within(screen.getByRole('region', { name: 'Approval needed' }));
const button = (name: RegExp) => region().getByRole<HTMLButtonElement>('button', { name });
const press = (name: RegExp) => act(async () => void fireEvent.click(button(name), { detail: 1 }));
const choose = (name: string) => fireEvent.click(button(new RegExp(`^${name}$`)));
const answers = (actions: Awaited<ReturnType<typeof show>>) =>
  actions.calls.flatMap((call) => (call.name === 'answerApproval' ? [call.arguments[1]] : []));

describe('the hunks of a change', () => {
  it('are all taken unless the user leaves some out', async () => {
    const actions = await show();
    await press(/^Approve/);
    expect(answers(actions)).toEqual([{ decision: 'approve' }]);
  });

  it('can be left out one by one, with a reason, and the rest is approved', async () => {
    const actions = await show();
    choose('Skip hunk 2, line 8');
    fireEvent.change(region().getByRole('textbox', { name: 'Reason for hunk 2' }), { target: { value: ' It is right. ' } });
    choose('Skip hunk 1, lines 2-3');
    choose('Skip hunk 1, lines 2-3');
    expect(button(/^Skip hunk 1/).getAttribute('aria-pressed')).toBe('true');
    choose('Take hunk 1, lines 2-3');
    expect(region().queryByRole('button', { name: 'Always allow…' })).toBeNull();
    await press(/^Approve 2 of 3 hunks/);
    expect(answers(actions)).toEqual([{ decision: 'hunks', accepted: [0, 2], reasons: [{ hunk: 1, reason: 'It is right.' }] }]);
  });

  it('by keyboard too: the key approves what is selected, never more', async () => {
    const actions = await show();
    choose('Skip hunk 3, line 13');
    const card = region().getByRole('article');
    await act(async () => void fireEvent.keyDown(card, { key: 'Enter', ctrlKey: true }));
    expect(answers(actions)).toEqual([{ decision: 'hunks', accepted: [0, 1] }]);
  });

  it('of which none is left cannot be approved', async () => {
    const actions = await show();
    for (const name of ['Skip hunk 1, lines 2-3', 'Skip hunk 2, line 8', 'Skip hunk 3, line 13']) choose(name);
    expect(button(/^Approve 0 of 3 hunks/).disabled).toBe(true);
    const card = region().getByRole('article');
    await act(async () => void fireEvent.keyDown(card, { key: 'Enter', ctrlKey: true }));
    expect(answers(actions)).toEqual([]);
  });

  it('that are skipped stay so when all that waits is approved at once', async () => {
    const actions = await show(waitingCommand('b', 'npm start'));
    choose('Skip hunk 2, line 8');
    await press(/^Approve all 2/);
    expect(answers(actions)).toEqual([{ decision: 'hunks', accepted: [0, 2] }, { decision: 'approve' }]);
    expect(actions.calls.map(({ name }) => name)).not.toContain('approveAll');
  });
});
