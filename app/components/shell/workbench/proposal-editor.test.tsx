// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { $chat, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { $activeTab, $openFiles, $tabs } from '../../../lib/stores/files.ts';
import { $approvalForm, $proposalChoices } from '../../../lib/stores/proposals.ts';
import { ApprovalRegion } from '../../approvals/approval-region.tsx';
import { OverlayProvider } from '../../page/overlay-context.tsx';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { showChat, waitingChange } from '../../testing/chat-fixtures.ts';
import { fakeActions } from '../../testing/fake-actions.ts';
import { ProposalEditor } from './proposal-editor.tsx';

afterEach(() => {
  cleanup();
  $chat.set(INITIAL_CHAT_STATE);
  $proposalChoices.set(new Map());
  $approvalForm.set(null);
  $openFiles.set(new Map());
  $tabs.set([]);
  $activeTab.set(null);
});

const text = (...changed: number[]) =>
  Array.from({ length: 14 }, (_, index) => `${changed.includes(index + 1) ? 'NEW' : 'line'} ${index + 1}\n`).join('');

/** Shows the editor with the open file, and next to it the card of the change. */
async function show() {
  await act(async () => void (await import('../../approvals/proposed-diff.tsx')));
  const actions = fakeActions({
    answerApproval: async () => undefined,
    argumentFields: async () => [],
    proposedChange: async () => ({ path: 'src/app.ts', before: text(), after: text(2, 8) }),
  });
  const file = { path: 'src/app.ts', savedText: text(), text: text(), isBeingWritten: false, isBinary: false };
  $openFiles.set(new Map([['src/app.ts', file]]));
  $tabs.set(['src/app.ts']);
  $activeTab.set('src/app.ts');
  showChat([waitingChange('a', 'src/app.ts', 'new')], { status: 'waiting_for_approval' });
  await act(async () => {
    render(
      <ReadyWorkbench actions={actions}>
        <OverlayProvider>
          <ApprovalRegion />
          <ProposalEditor />
        </OverlayProvider>
      </ReadyWorkbench>,
    );
  });
  return actions;
}

const editor = () => within(screen.getByRole('tabpanel'));
const card = () => within(screen.getByRole('article'));
const press = (within: ReturnType<typeof editor>, name: string) =>
  act(async () => void fireEvent.click(within.getByRole('button', { name }), { detail: 1 }));

test('the editor shows what would be written, and a hunk that is skipped there is skipped on the card', async () => {
  const actions = await show();
  expect(editor().getByText(/Nothing is written until you approve/)).toBeTruthy();
  expect(editor().getByRole('textbox', { name: 'Changes of src/app.ts' }).textContent).toContain('NEW 8');
  await press(editor(), 'Skip hunk 2, line 8');
  expect(card().getByRole('button', { name: 'Skip hunk 2, line 8' }).getAttribute('aria-pressed')).toBe('true');
  await press(editor(), 'Approve 1 of 2 hunks');
  expect(actions.calls.at(-1)?.arguments).toEqual(['approval-a', { decision: 'hunks', accepted: [0] }]);
});

test('denying and editing open on the card, which has the fields for them', async () => {
  await show();
  await press(editor(), 'Deny');
  expect(card().getByRole('textbox', { name: 'Reason' })).toBeTruthy();
  await press(editor(), 'Edit');
  expect(card().getByRole('button', { name: 'Approve this version' })).toBeTruthy();
});

test('when it has been answered the file is there again, as it is', async () => {
  await show();
  await act(async () => $chat.set({ ...$chat.get(), toolCalls: new Map() }));
  expect(screen.queryByText(/Nothing is written until you approve/)).toBeNull();
  expect(screen.getByRole('tabpanel').textContent).toContain('line 8');
});
