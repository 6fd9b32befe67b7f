// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { remarkText } from '../../../lib/protocol/remark.ts';
import { DEFAULT_APP_SETTINGS } from '../../../lib/protocol/settings.ts';
import { $chat, $returnedText, type ChatState, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { $otherTab } from '../../../lib/stores/other-tab.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $models } from '../../../lib/stores/workbench.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { showChat } from '../../testing/chat-fixtures.ts';
import { fakeActions } from '../../testing/fake-actions.ts';
import { Conversation } from '../conversation/conversation.tsx';
import { MessageBox } from '../message-box/message-box.tsx';
import { ModelBanner } from '../message-box/model-banner.tsx';
import { RunStrip } from './run-strip.tsx';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  $chat.set(INITIAL_CHAT_STATE);
  $settings.set(DEFAULT_APP_SETTINGS);
  $returnedText.set(null);
});

const nothing = async () => undefined;
function show(state: Partial<ChatState>) {
  const actions = fakeActions({
    send: nothing,
    stop: nothing,
    grantIterations: nothing,
    grantBudget: nothing,
    undoLastRun: nothing,
    withdraw: nothing,
    switchBack: nothing,
    startCompaction: nothing,
    retry: nothing,
  });
  showChat([], state);
  render(
    <ReadyWorkbench actions={actions}>
      <Conversation approvals={null} />
      <ModelBanner />
      <RunStrip />
      <MessageBox variant="session" />
    </ReadyWorkbench>,
  );
  return actions;
}
const press = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const type = (name: string, value: string) => fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
const called = (actions: ReturnType<typeof fakeActions>) => actions.calls.map((call) => [call.name, ...call.arguments]);

describe('the cards of a run that a guard ended', () => {
  it('asks how to continue when the agent goes in a circle', async () => {
    const actions = show({ status: 'waiting_for_user', notice: { type: 'loop', toolName: 'devonz_read_file', times: 5 } });
    expect(screen.getByText(/called devonz_read_file 5 times in a row/)).toBeTruthy();
    await press('Continue');
    await press('Stop');
    expect(called(actions)).toEqual([['send', 'Continue'], ['stop']]);
  });

  it('names the error that remains, what was tried, and offers to roll back', async () => {
    const notice = { type: 'failed-fix' as const, error: 'error TS2322: no', attempts: ['Changed a.ts', 'Changed b.ts'] };
    const actions = show({ status: 'waiting_for_user', notice });
    expect(screen.getByText('error TS2322: no')).toBeTruthy();
    expect(screen.getByText('Changed b.ts')).toBeTruthy();
    await press('Try again');
    await press("Roll back this task's changes");
    expect(called(actions)).toEqual([['send', 'Try again'], ['undoLastRun']]);
  });

  it.each([
    [{ budget: 'tokens' as const, used: 120_500, limit: 100_000 }, /120,500 of the 100,000 tokens/, 'Allow 100,000 more', 100_000],
    [{ budget: 'money' as const, used: 0.514, limit: 0.5 }, /\$0.51 of the \$0.50/, 'Allow 0.5 more', 0.5],
    [{ budget: 'minutes' as const, used: 10.04, limit: 10 }, /10.0 of the 10 minutes/, 'Allow 10 more', 10],
  ])('says which budget is used up, and allows more of it: %o', async (budget, text, button, amount) => {
    const actions = show({ status: 'idle', notice: { type: 'budget', ...budget } });
    expect(screen.getByText(text)).toBeTruthy();
    await press(button);
    expect(called(actions)).toEqual([['grantBudget', budget.budget, amount]]);
  });

  it('grants as many steps, or as much of a budget, as the user says', async () => {
    const actions = show({ status: 'idle', notice: { type: 'iteration-limit', limit: 25 } });
    fireEvent.change(screen.getByRole('spinbutton', { name: 'More steps' }), { target: { value: '7' } });
    await press('7 more');
    act(() => $chat.setKey('notice', { type: 'budget', budget: 'tokens', used: 5, limit: 5 }));
    type('More tokens', '1.5');
    expect(screen.getByRole('alert').textContent).toBe('A whole number, 1 to 1,000,000,000 (tokens)');
    type('More tokens', '5000');
    await press('Allow 5,000 more');
    type('More tokens', '');
    expect(screen.getByRole('button', { name: 'Allow more' }).hasAttribute('disabled')).toBe(true);
    expect(called(actions)).toEqual([
      ['grantIterations', 7],
      ['grantBudget', 'tokens', 5_000],
    ]);
  });

  it('says that the conversation is too long, and why it was not made shorter', async () => {
    const actions = show({ status: 'idle', notice: { type: 'window', needed: 9_000, window: 8_000, why: 'It is switched off.' } });
    expect(
      screen.getByText(/takes about 7,000 tokens; the model holds 8,000, of which 2,000 are kept.* It is switched off\./),
    ).toBeTruthy();
    await press('Summarise and continue…');
    await press('Retry');
    expect(called(actions)).toEqual([['startCompaction', 'continue'], ['retry']]);
  });

  it('offers against a full window only what was found to help, and names no size that nobody told', () => {
    const why = 'Nothing is left that a summary would make much shorter.';
    const offers = () =>
      screen.getAllByRole('button').flatMap(({ textContent: name }) => (/^(Summ|Send|Choose)/.test(name ?? '') ? [name] : []));
    show({ status: 'idle', notice: { type: 'window', needed: 9_000, window: 8_000, why, reason: { text: why }, helps: ['last-turns'] } });
    expect(offers()).toEqual(['Send only the last turns, short prompt', 'Choose another model…']);
    act(() => $chat.setKey('notice', { type: 'window', needed: 9_000, window: 8_000, isGuessed: true, why, helps: [] }));
    expect(offers()).toEqual(['Choose another model…']);
    expect(screen.getByText(/did not say how much it holds. It takes about 7,000 tokens/)).toBeTruthy();
    expect(screen.queryByText(/8,000/)).toBeNull();
  });
});

describe('what Devonz tells the model', () => {
  it('is a quiet line, not the words of the user', () => {
    const text = remarkText('Do something else.');
    const messages = [{ id: 'r', role: 'user' as const, parts: [{ type: 'text' as const, text }] }];
    show({ messages, remarks: new Set(['r']) });
    const line = screen.getByText('Devonz told the agent:').parentElement;
    expect(line?.textContent).toBe('Devonz told the agent: Do something else.');
    expect(document.querySelector('.user-message')).toBeNull();
  });
});

const waiting = (id: string, when: 'after-step' | 'after-task') => ({
  message: { id, role: 'user' as const, parts: [{ type: 'text' as const, text: `text of ${id}` }] },
  when,
  mode: 'agent' as const,
});

describe('messages while the agent works', () => {
  it('go in after this step with Enter, after this task with the other button', async () => {
    const actions = show({ status: 'thinking' });
    type('Message', 'steer');
    await act(async () => void fireEvent.keyDown(screen.getByRole('textbox', { name: 'Message' }), { key: 'Enter' }));
    type('Message', 'next task');
    await press('Send after this task');
    type('Message', 'steer again');
    await press('Send after this step');
    expect(called(actions)).toEqual([
      ['send', 'steer', 'after-step'],
      ['send', 'next task', 'after-task'],
      ['send', 'steer again', 'after-step'],
    ]);
  });

  it('are listed with when they go in, and can be taken back into the box', async () => {
    const actions = show({ status: 'executing', queued: [waiting('one', 'after-step'), waiting('two', 'after-task')] });
    const items = within(screen.getByRole('list', { name: 'Waiting messages' })).getAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual([
      'Sent after this stepTake backtext of one',
      'Sent after this taskTake backtext of two',
    ]);
    await act(async () => void fireEvent.click(screen.getAllByRole('button', { name: 'Take back' })[1] ?? expect.unreachable()));
    expect(called(actions)).toEqual([['withdraw', 'two']]);
    type('Message', 'a draft');
    act(() => $returnedText.set({ text: 'text of two', attachments: [] }));
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveProperty('value', 'text of two\na draft');
    type('Message', '');
    act(() => $returnedText.set({ text: 'text of one', attachments: [] }));
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveProperty('value', 'text of one');
  });

  it('are in the box also where it was not shown when they were taken back', () => {
    $returnedText.set({ text: 'text of one', attachments: [] });
    show({ status: 'idle' });
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveProperty('value', 'text of one');
    expect($returnedText.get()).toBeNull();
  });

  it('that still wait when the agent was stopped say that they go with the next one', () => {
    show({ status: 'idle', queued: [waiting('one', 'after-step')] });
    expect(screen.getByText('Waits: goes with your next message')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send after this task' })).toBeNull();
  });
});

describe('the meter of a run', () => {
  it('shows time at work, tokens, and money only where prices are known', () => {
    const usage = { input: 40_000, output: 2_100 };
    const runUsage = [{ modelId: 'm', usage: { inputTokens: usage.input, outputTokens: usage.output } }];
    show({ status: 'waiting_for_approval', worked: { ms: 200_000, until: null }, runTokens: usage, runUsage });
    const meter = () => document.querySelector('.run-meter')?.textContent;
    expect(meter()).toBe('3:2042.1k tokens');
    act(() => $settings.setKey('prices', { m: { input: 3, output: 15 } }));
    expect(meter()).toBe('3:2042.1k tokens$0.15');
    act(() => $settings.setKey('prices', { m: { input: 0.01, output: 0.01 } }));
    expect(meter()).toContain('< $0.01');
  });
});

describe('the fallback model', () => {
  it('is named while it answers, with a way back; afterwards it says so', async () => {
    const model = (id: string, name: string) => ({ id, name, provider: 'x' });
    $models.set({ models: [model('a:1', 'Alpha')], defaultModelId: 'a:1', problems: [] });
    const actions = show({ status: 'thinking', switchedModelId: 'b:2' });
    const banner = screen.getByRole('region', { name: 'Model switched' });
    expect(banner.textContent).toContain('Alpha kept failing. b:2 answers for the rest of this task.');
    await press(/^Back to /);
    expect(called(actions)).toEqual([['switchBack']]);
    act(() => $otherTab.set({ state: 'works', isSilent: false }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Back to / }).disabled).toBe(true);
    act(() => $otherTab.set({ state: 'none' }));
    act(() => $chat.setKey('status', 'completed'));
    expect(banner.textContent).toContain('The next task begins with Alpha again.');
    expect(screen.queryByRole('button', { name: /^Back to / })).toBeNull();
  });
});
