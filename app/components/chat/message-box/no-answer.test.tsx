// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { $chat, $silence, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { showChat, toolCall } from '../../testing/chat-fixtures.ts';
import { showConversation } from '../testing/show-conversation.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  $chat.set(INITIAL_CHAT_STATE);
  $silence.set(null);
});

const log = () => within(screen.getByRole('log', { name: 'Conversation' }));
const article = (name: RegExp) => within(log().getByRole('article', { name }));
const done = async () => undefined;

describe('a model that gives no answer', () => {
  it('is said with Retry, and never as completed', async () => {
    const actions = await showConversation({ retry: done });
    act(() =>
      showChat([], {
        status: 'error',
        notice: { type: 'step-failed', kind: 'silent-end', message: 'The model answered nothing. It only thought.' },
      }),
    );
    const card = article(/^The model answered nothing/);
    expect(card.getByText(/^It only thought. It was asked twice/)).toBeTruthy();
    fireEvent.click(card.getByRole('button', { name: 'Retry' }));
    expect(actions.calls.map((call) => call.name)).toEqual(['retry']);
    expect(log().queryByRole('article', { name: /Complete/ })).toBeNull();
  });

  it('whose words were cut off is asked to continue', async () => {
    const actions = await showConversation({ send: done });
    act(() => showChat([], { status: 'completed', notice: { type: 'cut-answer', by: 'length' } }));
    fireEvent.click(article(/^The answer was cut off/).getByRole('button', { name: 'Continue' }));
    expect(actions.calls.map((call) => [call.name, ...call.arguments])).toEqual([['send', 'Continue']]);
  });

  it('because nothing came for too long, is said with what to do', async () => {
    await showConversation();
    act(() =>
      showChat([], {
        status: 'error',
        notice: { type: 'step-failed', kind: 'time-out', message: 'No data came for 2 min, so the answer was ended.' },
      }),
    );
    expect(article(/^No answer came/).getByText(/No data came for 2 min/)).toBeTruthy();
    expect(article(/^No answer came/).getByRole('button', { name: 'Retry' })).toBeTruthy();
  });

  it('counts the seconds while it is waited for, offers Retry, and says when it ends', async () => {
    const actions = await showConversation({ retry: done });
    vi.useFakeTimers({ now: 1_000_000 });
    act(() => {
      showChat([], { status: 'thinking' });
      $silence.set({ since: 980_000, endsAt: 1_100_000 });
    });
    const card = article(/^No data from the model/);
    expect(card.getByText('No data for 20 s')).toBeTruthy();
    expect(card.getByText(/its answer ends after 2 min/)).toBeTruthy();
    act(() => void vi.advanceTimersByTime(3_000));
    expect(card.getByText('No data for 23 s')).toBeTruthy();
    fireEvent.click(card.getByRole('button', { name: 'Retry' }));
    expect(actions.calls.map((call) => call.name)).toEqual(['retry']);
    // As always while the agent works, there is only one button of that name.
    expect(screen.getAllByRole('button', { name: 'Stop' })).toHaveLength(1);
    act(() => $silence.set(null));
    expect(log().queryByRole('article', { name: /No data/ })).toBeNull();
  });
});

describe('a call that could not be read', () => {
  it('has its tool’s name, says what is wrong and where, and shows what the model wrote', async () => {
    const message = 'The arguments of devonz_write_file are not valid JSON: a comma or } is missing (line 2, column 17).';
    const input = { invalidInput: '{"path":"a.ts",\n "content": "x" "y"}' };
    showChat([toolCall('a', 'devonz_write_file', input, { status: 'error', code: 'bad_arguments', message, finishedAt: 1 })]);
    await showConversation();
    const card = article(/^Broken call, devonz_write_file, error/);
    expect(card.getByText('devonz_write_file')).toBeTruthy();
    expect(card.getByText(message)).toBeTruthy();
    expect(card.getByRole('region', { name: 'What the model wrote' }).textContent).toBe(input.invalidInput);
  });

  it('without a name says that', async () => {
    showChat([toolCall('a', '', {}, { status: 'error', code: 'bad_arguments', message: 'No.', finishedAt: 1 })]);
    await showConversation();
    expect(article(/^Broken call/).getByText('without a name')).toBeTruthy();
  });
});
