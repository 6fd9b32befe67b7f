// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PastHunk } from '../../../lib/chat/past/past-hunk.ts';
import { createReviewService } from '../../../lib/chat/review/review-service.ts';
import type { FileChange } from '../../../lib/project/project-service.ts';
import type { ChatId } from '../../../lib/protocol/ids.ts';
import { $chat, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { $otherTab } from '../../../lib/stores/other-tab.ts';
import { $commentToShow, $reviewComments } from '../../../lib/stores/window.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { countsOf, keysOf } from '../kept-changes.ts';
import { FileSection } from '../stack/file-section.tsx';
import { CommentsBar } from './comments-bar.tsx';

const chatId = 'chat-1' as ChatId;
beforeEach(() => $chat.set({ ...INITIAL_CHAT_STATE, chatId }));
afterEach(() => {
  cleanup();
  $chat.set(INITIAL_CHAT_STATE);
  $reviewComments.set([]);
  $commentToShow.set(null);
  $otherTab.set({ state: 'none' });
});

const modified: FileChange = {
  ...{ path: 'src/a.ts', kind: 'modified' },
  before: 'a\n1\n2\n3\nb\n4\n5\n6\nd\n',
  after: 'A\n1\n2\n3\nB\nC\n4\n5\n6\n',
};
const hunk: PastHunk = { start: 4, removed: ['b\n'], newStart: 4, added: ['B\n', 'C\n'], state: 'there', later: [] };
const gone: PastHunk = { start: 8, removed: ['d\n'], newStart: 9, added: [], state: 'there', later: [] };

const noMove = { setFold: () => undefined, onReached: () => undefined, onEnter: () => undefined };

function page(change: FileChange, actions: ReturnType<typeof fakeActions>) {
  return (
    <ReadyWorkbench actions={actions}>
      <CommentsBar changes={[change]} />
      <FileSection
        file={{ change, counts: countsOf(change), keys: keysOf(change), kept: 0 }}
        source={{ type: 'task' }}
        layout="unified"
        nearness={null}
        isCurrent={true}
        isFolded={false}
        wanted={null}
        actions={noMove}
      />
    </ReadyWorkbench>
  );
}

/** Uses the real comment service; `sent` contains the messages passed to the chat. */
async function show(change: FileChange = modified, isTaken = true) {
  const sent: unknown[][] = [];
  let serial = 0;
  const service = createReviewService({
    session: () => ({ chatId }),
    chat: {
      withoutSecrets: async () => (text) => text,
      async sendKept(...given) {
        sent.push(given);
        return isTaken;
      },
    },
    notices: { info: () => 0 },
    clock: { now: () => 1 },
    ids: { next: () => `comment-${++serial}` },
  });
  const actions = fakeActions({ ...service, listHunks: async () => (change.kind === 'modified' ? [hunk, gone] : []) });
  const { rerender } = await act(async () => render(page(change, actions)));
  return { sent, showAgain: (next: FileChange) => act(async () => rerender(page(next, actions))) };
}

const press = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
async function write(name: string, text: string) {
  const field = screen.getByRole('textbox', { name });
  await act(async () => void fireEvent.change(field, { target: { value: text } }));
  await act(async () => void fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true }));
}

test('a hunk is commented on, changed, and sent with its lines; then it is marked as sent and can be cleared', async () => {
  const { sent } = await show();
  await press('Comment on the change of line 5');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add comment' }).disabled).toBe(true);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Comment on lines 5–6 of src/a.ts' })));
  await write('Comment on lines 5–6 of src/a.ts', 'Why two?');
  const card = within(screen.getByRole('group', { name: 'Comment on lines 5–6' }));
  expect(card.getByText('Why two?')).toBeTruthy();
  await press('Edit the comment on lines 5–6');
  await write('Comment on lines 5–6 of src/a.ts', 'Why two lines?');
  await press('Comment on the change of line 9');
  await write('Comment on removed line 9 of src/a.ts', 'Keep it.');
  expect(sent).toEqual([]);
  await press('Send 2 comments to the agent');
  expect(sent).toEqual([[expect.stringContaining('   @@ -5,1 +5,2 @@\n   -b\n   +B\n   +C\n   ```\n\n   Why two lines?'), undefined]]);
  expect(sent[0]?.[0]).toContain('2. `src/a.ts`, removed line 9');
  expect(card.getByText('Sent')).toBeTruthy();
  expect(screen.getByText('2 sent')).toBeTruthy();
  await press('Clear 2 sent comments');
  expect(screen.queryByRole('region', { name: 'Comments' })).toBeNull();
});

test('lines are chosen by arrow keys, and Enter opens the form for them; Escape leaves no trace of an empty one', async () => {
  await show();
  const text = screen.getByRole('textbox', { name: 'Changes of src/a.ts' });
  const key = (name: string, shiftKey = false) => act(async () => void fireEvent.keyDown(text, { key: name, code: name, shiftKey }));
  expect(document.getElementById(text.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(/^Arrow keys choose a line/);
  await key('ArrowDown');
  expect(screen.getByRole('button', { name: 'Comment on line 1' })).toBeTruthy();
  await key('ArrowDown');
  await key('ArrowDown', true);
  expect(screen.getByRole('button', { name: 'Comment on lines 2–3' })).toBeTruthy();
  await key('Enter');
  const field = screen.getByRole('textbox', { name: 'Comment on lines 2–3 of src/a.ts' });
  expect(screen.queryByRole('button', { name: 'Comment on lines 2–3' })).toBeNull();
  await act(async () => void fireEvent.keyDown(field, { key: 'Escape' }));
  expect($reviewComments.get()).toEqual([]);
});

test('a comment stays where its lines are; when they have changed it says so and shows what it was about', async () => {
  const { sent, showAgain } = await show();
  await press('Comment on the change of line 5');
  await write('Comment on lines 5–6 of src/a.ts', 'Why two?');
  await showAgain({ ...modified, after: `new\n${modified.after}` });
  expect(within(screen.getByRole('group', { name: 'Comment on lines 6–7' })).queryByText(/have changed/)).toBeNull();
  await showAgain({ ...modified, after: modified.after.replace('C\n', 'D\n') });
  const card = within(screen.getByRole('group', { name: 'Comment on lines 5–6' }));
  expect(card.getByText('The lines have changed since. It was written about:')).toBeTruthy();
  expect(within(card.getByRole('region', { name: 'Earlier text of lines 5–6' })).getByText('C')).toBeTruthy();
  await press('Send 1 comment to the agent');
  expect(sent[0]?.[0]).toContain('(These lines have changed since I wrote this.)');
});

test('what could not be sent stays to be sent; while the agent works it waits for the step, or for the task', async () => {
  const { sent } = await show(modified, false);
  await press('Comment on the change of line 5');
  await write('Comment on lines 5–6 of src/a.ts', 'Why two?');
  await press('Send 1 comment to the agent');
  expect(screen.getByRole('button', { name: 'Send 1 comment to the agent' })).toBeTruthy();
  expect(screen.queryByText(/sent$/)).toBeNull();
  act(() => $chat.setKey('status', 'thinking'));
  await press('Send after this task');
  expect(sent.map(([, when]) => when)).toEqual([undefined, 'after-task']);
});

test('a file that was made is commented on as a whole; one that is not shown any more keeps its comments in the list', async () => {
  const made: FileChange = { path: 'src/new.ts', kind: 'added', before: '', after: 'one\ntwo\n' };
  const { showAgain } = await show(made);
  await press('Comment on src/new.ts');
  await write('Comment on lines 1–2 of src/new.ts', 'Two?');
  await press('1 comment');
  const list = () => within(screen.getByRole('list', { name: 'Comments' }));
  expect(list().getByRole('button', { name: /^src\/new\.ts, lines 1–2/ })).toBeTruthy();
  await showAgain(modified);
  expect(list().getByText('Not among the changes that are shown')).toBeTruthy();
  await press('Delete the comment on lines 1–2');
  expect($reviewComments.get()).toEqual([]);
});

test('while another tab works on the project, comments are read and nothing else', async () => {
  await show();
  await press('Comment on the change of line 5');
  await write('Comment on lines 5–6 of src/a.ts', 'Why two?');
  act(() => $otherTab.set({ state: 'works', isSilent: false }));
  const names = [
    'Comment on the change of line 5',
    'Edit the comment on lines 5–6',
    'Delete the comment on lines 5–6',
    'Send 1 comment to the agent',
  ];
  for (const name of names) {
    const button = screen.getByRole<HTMLButtonElement>('button', { name });
    expect([name, button.disabled, button.getAttribute('aria-describedby')]).toEqual([name, true, 'other-tab-reason']);
  }
});
