// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguageSource } from '../../../lib/i18n/language.ts';
import type { FailureKind } from '../../../lib/protocol/models/failure-kind.ts';
import { DEFAULT_APP_SETTINGS } from '../../../lib/protocol/settings.ts';
import { because, reasonText } from '../../../lib/protocol/texts/reason.ts';
import { $chat, $requestWait, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $models } from '../../../lib/stores/workbench.ts';
import { OverlayProvider, useOverlay } from '../../page/overlay-context.tsx';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { FailedStepCard } from './failed-step-card.tsx';
import { RequestWaitCard } from './request-wait-card.tsx';

const done = async () => undefined;
const NOW = 1_000_000;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  $chat.set(INITIAL_CHAT_STATE);
  $requestWait.set(null);
  $settings.set(DEFAULT_APP_SETTINGS);
  $models.set({ models: [], defaultModelId: '', problems: [] });
});

function OpenOverlay() {
  const { overlay } = useOverlay();
  return <output aria-label="Overlay">{overlay.type === 'settings' ? `settings ${overlay.tab}` : overlay.type}</output>;
}

function show(kind: FailureKind, rest: { retryAt?: number } = {}) {
  const actions = fakeActions({
    retry: done,
    continueAnswer: done,
    continueWith: done,
    startCompaction: done,
    updateSettings: () => undefined,
    rephrase: () => undefined,
  });
  render(
    <ReadyWorkbench actions={actions}>
      <OverlayProvider>
        <FailedStepCard notice={{ type: 'step-failed', kind, message: 'It said no.', ...rest }} />
        <RequestWaitCard />
        <OpenOverlay />
      </OverlayProvider>
    </ReadyWorkbench>,
  );
  return () => actions.calls.map((call) => [call.name, ...call.arguments]);
}
const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** Shows the beginning of a response that failed. */
function beginAnswer() {
  const parts = [{ type: 'text' as const, text: 'The first half' }];
  $chat.set({ ...INITIAL_CHAT_STATE, messages: [{ id: 'm', role: 'assistant', parts }], failedMessages: new Set(['m']) });
}

/** Shows a conversation with a middle that can be summarised. */
function talkAtLength() {
  const messages = Array.from({ length: 8 }, (_, index) => ({
    ...{ id: `m${index}`, role: index % 2 === 0 ? ('user' as const) : ('assistant' as const) },
    parts: [{ type: 'text' as const, text: 'Words' }],
  }));
  $chat.set({ ...INITIAL_CHAT_STATE, messages });
}

describe('the card of a step that failed', () => {
  it.each<[FailureKind, string, string[]]>([
    ['wrong-key', 'The key was refused', ['Open model settings', 'Retry']],
    ['no-quota', 'No credit left', ['Choose another model…', 'Retry', 'Open model settings']],
    ['rate-limit', 'Too many requests', ['Retry', 'Choose another model…']],
    ['overload', 'The provider is overloaded', ['Retry', 'Choose another model…']],
    [
      'context-too-long',
      'The conversation is too long',
      ['Summarise and continue…', 'Send only the last turns, short prompt', 'Retry', 'Choose another model…'],
    ],
    ['content-refused', 'The answer was refused', ['Say it in other words', 'Retry', 'Choose another model…']],
    ['time-out', 'No answer came', ['Retry', 'Choose another model…']],
    ['network-gone', 'No connection', ['Retry']],
    ['malformed', 'Not a model’s answer', ['Retry', 'Choose another model…']],
    ['cut-off', 'The answer broke off', ['Retry', 'Choose another model…']],
    ['silent-end', 'The model answered nothing', ['Retry', 'Choose another model…']],
    ['unknown-model', 'Unknown model', ['Choose another model…', 'Retry', 'Open model settings']],
    ['refused', 'The request was refused', ['Retry', 'Choose another model…']],
  ])('of the kind %s is named “%s” and says what can be done', (kind, name, actions) => {
    talkAtLength();
    show(kind);
    expect(screen.getByRole('article', { name: new RegExp(`^${name}`) })).toBeTruthy();
    expect(screen.getByText(/It said no\./)).toBeTruthy();
    expect(buttons().slice(1)).toEqual(actions);
  });

  it('opens the settings of models for a key', () => {
    show('wrong-key');
    press('Open model settings');
    expect(screen.getByRole('status', { name: 'Overlay' }).textContent).toBe('settings models');
  });

  it('summarises and continues, or has what was said put into the message box', () => {
    talkAtLength();
    const called = show('context-too-long');
    press('Summarise and continue…');
    expect(called()).toEqual([['startCompaction', 'continue']]);
    cleanup();
    const others = show('content-refused');
    press('Say it in other words');
    expect(others()).toEqual([['rephrase']]);
  });

  it('offers no summary where there is no middle', () => {
    show('context-too-long');
    expect(screen.queryByRole('button', { name: 'Summarise and continue…' })).toBeNull();
    expect(screen.getByText(/There is no middle to summarise/)).toBeTruthy();
  });

  it('sends only the last turns, in one press', async () => {
    const called = show('context-too-long');
    press('Send only the last turns, short prompt');
    await act(async () => undefined);
    expect(called()).toEqual([['updateSettings', { history: { ...DEFAULT_APP_SETTINGS.history, turns: 6 } }], ['retry']]);
  });

  it('continues an answer that had begun, and says that it is kept', () => {
    beginAnswer();
    const called = show('time-out');
    expect(screen.getByText(/What arrived is kept above\./)).toBeTruthy();
    press('Continue');
    expect(called()).toEqual([['continueAnswer']]);
  });

  it('continues at once with the model that is named for it, unless that is the one that failed', () => {
    $models.set({ models: [{ id: 'b:2', name: 'Beta', provider: 'b' }], defaultModelId: '', problems: [] });
    $settings.setKey('fallbackModelId', 'b:2');
    const called = show('overload');
    press('Continue with Beta');
    expect(called()).toEqual([['continueWith', 'b:2']]);
    cleanup();
    $chat.set({ ...INITIAL_CHAT_STATE, stepModelId: 'b:2' });
    show('overload');
    expect(screen.queryByRole('button', { name: 'Continue with Beta' })).toBeNull();
  });

  it('counts down a long wait, which is awaited only if the user wants that', () => {
    const called = show('rate-limit', { retryAt: NOW + 90_000 });
    expect(screen.getByRole('timer').textContent).toBe('Free again in 1 min 30 s');
    press('Wait, then retry');
    act(() => void vi.advanceTimersByTime(30_000));
    expect(screen.getByRole('timer').textContent).toBe('Asks again in 1 min');
    expect(called()).toEqual([]);
    act(() => void vi.advanceTimersByTime(60_000));
    expect(called()).toEqual([['retry']]);
  });

  it('asks nothing by itself when the user does not wait', () => {
    const called = show('rate-limit', { retryAt: NOW + 5_000 });
    press('Wait, then retry');
    press('Do not wait');
    act(() => void vi.advanceTimersByTime(10_000));
    expect(called()).toEqual([]);
  });
});

describe('a pause before the next request', () => {
  it('counts down, and is skipped by the user', () => {
    $requestWait.set({ kind: 'overload', message: 'It is overloaded.', since: NOW, until: NOW + 4_000 });
    const called = show('refused');
    expect(screen.getByRole('timer').textContent).toBe('Asks again in 4 s');
    act(() => void vi.advanceTimersByTime(1_000));
    expect(screen.getByRole('timer').textContent).toBe('Asks again in 3 s');
    press('Ask now');
    expect(called()).toEqual([['retry']]);
  });

  it('says why in the user’s language', () => {
    const reason = because('{provider} could not be reached: {error}', { provider: 'OpenAI', error: 'gone' });
    const texts = { [reason.text]: '{provider} war nicht erreichbar: {error}' };
    const before = setLanguageSource(() => ({ locale: 'de', texts }));
    $requestWait.set({ kind: 'network-gone', message: reasonText(reason), reason, since: NOW, until: NOW + 4_000 });
    show('refused');
    expect(screen.getByText('OpenAI war nicht erreichbar: gone')).toBeTruthy();
    setLanguageSource(before);
  });

  it('for the network says that the agent continues by itself', () => {
    $requestWait.set({ kind: 'network-gone', message: 'The server cannot be reached.', since: NOW, until: null });
    show('refused');
    expect(screen.getByRole('article', { name: /^No connection/ })).toBeTruthy();
    expect(screen.getByText(/continues by itself when the network is back/)).toBeTruthy();
    expect(screen.queryByRole('timer')).toBeNull();
  });
});
