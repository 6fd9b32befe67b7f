// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { $chat, INITIAL_CHAT_STATE } from '../../lib/stores/chat.ts';
import { ReadyWorkbench } from '../shell/workbench/workbench-context.tsx';
import { showChat, waitingChange } from '../testing/chat-fixtures.ts';
import { fakeActions } from '../testing/fake-actions.ts';
import { ApprovalRegion } from './approval-region.tsx';

afterEach(() => {
  cleanup();
  $chat.set(INITIAL_CHAT_STATE);
});

const text = (...changed: number[]) =>
  Array.from({ length: 14 }, (_, index) => `${changed.includes(index + 1) ? 'NEW' : 'line'} ${index + 1}\n`).join('');

async function show() {
  // Loaded when it is first needed, which takes its time on a busy machine.
  await act(async () => void (await import('./proposed-diff.tsx')));
  const actions = fakeActions({
    answerApproval: async () => undefined,
    proposedChange: async () => ({ path: 'src/app.ts', before: text(), after: text(2, 3, 8, 13) }),
  });
  showChat([waitingChange('a', 'src/app.ts', 'new')], { status: 'waiting_for_approval' });
  render(
    <ReadyWorkbench actions={actions}>
      <ApprovalRegion />
    </ReadyWorkbench>,
  );
  await screen.findByRole('checkbox', { name: 'Hunk 1 of 3, lines 2-3' });
  return actions;
}

const region = () => within(screen.getByRole('region', { name: 'Approval needed' }));
const button = (name: RegExp) => region().getByRole<HTMLButtonElement>('button', { name });
const press = (name: RegExp) => act(async () => void fireEvent.click(button(name), { detail: 1 }));
const toggle = (name: string) => fireEvent.click(region().getByRole('checkbox', { name }));
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
    toggle('Hunk 2 of 3, line 8');
    fireEvent.change(region().getByRole('textbox', { name: 'Reason for hunk 2' }), { target: { value: ' It is right. ' } });
    toggle('Hunk 1 of 3, lines 2-3');
    toggle('Hunk 1 of 3, lines 2-3');
    expect(region().queryByRole('button', { name: 'Always allow…' })).toBeNull();
    await press(/^Approve selected \(2 of 3\)/);
    expect(answers(actions)).toEqual([{ decision: 'hunks', accepted: [0, 2], reasons: [{ hunk: 1, reason: 'It is right.' }] }]);
  });

  it('by keyboard too: the key approves what is selected, never more', async () => {
    const actions = await show();
    toggle('Hunk 3 of 3, line 13');
    const card = region().getByRole('article');
    await act(async () => void fireEvent.keyDown(card, { key: 'Enter', ctrlKey: true }));
    expect(answers(actions)).toEqual([{ decision: 'hunks', accepted: [0, 1] }]);
  });

  it('of which none is left cannot be approved', async () => {
    const actions = await show();
    for (const name of ['Hunk 1 of 3, lines 2-3', 'Hunk 2 of 3, line 8', 'Hunk 3 of 3, line 13']) toggle(name);
    expect(button(/^Approve selected/).disabled).toBe(true);
    const card = region().getByRole('article');
    await act(async () => void fireEvent.keyDown(card, { key: 'Enter', ctrlKey: true }));
    expect(answers(actions)).toEqual([]);
  });
});
