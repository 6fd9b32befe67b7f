// @vitest-environment happy-dom
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../../../lib/protocol/settings.ts';
import { $chat, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { $activeTab, $caretPlace } from '../../../lib/stores/files.ts';
import { $wantedChanges } from '../../../lib/stores/past.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $models, $runtime, $workbenchTab } from '../../../lib/stores/workbench.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { runtimeText } from '../../ui/text/runtime-text.ts';
import { StatusLine } from './status-line.tsx';

beforeEach(() => {
  $settings.set(DEFAULT_APP_SETTINGS);
  $models.set({ models: [{ id: 'm:one', provider: 'm', name: 'one' }], defaultModelId: 'm:one', problems: [] });
});
afterEach(() => {
  cleanup();
  $chat.set(INITIAL_CHAT_STATE);
  $activeTab.set(null);
  $caretPlace.set(null);
});

function show() {
  render(
    <ReadyWorkbench actions={fakeActions()}>
      <StatusLine isSession />
    </ReadyWorkbench>,
  );
}

test('it is the panel of the status: host, model and state', () => {
  $runtime.set({ status: 'ready', host: 'engine' });
  show();
  const line = within(screen.getByRole('contentinfo'));
  expect(line.getByText('STATUS')).toBeTruthy();
  expect(line.getByText(runtimeText({ status: 'ready', host: 'engine' }))).toBeTruthy();
  expect(line.getByText('one')).toBeTruthy();
  expect(line.getByRole('status', { name: 'Agent status' }).textContent).toBe('Ready');
  $runtime.set({ status: 'off' });
});

test('an answer that was cut off is not said to be completed', () => {
  $chat.set({ ...INITIAL_CHAT_STATE, status: 'completed', notice: { type: 'cut-answer', by: 'length' } });
  show();
  expect(screen.getByRole('status', { name: 'Agent status' }).textContent).toBe('The answer was cut off');
});

test('the meter shows what of the window the newest step has used, where both are known', async () => {
  $settings.set({ ...DEFAULT_APP_SETTINGS, contextWindows: { 'm:one': 128_000 } });
  $chat.set({ ...INITIAL_CHAT_STATE, tokens: { input: 60_000, output: 2_000 }, lastUsage: { input: 102_000, output: 2_400 } });
  show();
  const meter = await screen.findByRole('meter', { name: 'Context window' });
  expect(meter.getAttribute('aria-valuetext')).toBe('104k of 128k tokens');
  expect(meter.dataset.level).toBe('high');
  expect(screen.getByText('104k / 128k tokens · 82 %')).toBeTruthy();
});

test('where the window or its use is not known only the tokens of the chat are shown, and no meter', async () => {
  $chat.set({ ...INITIAL_CHAT_STATE, tokens: { input: 900, output: 80 }, lastUsage: { input: 900, output: 80 } });
  show();
  expect(await screen.findByText('980 tokens')).toBeTruthy();
  cleanup();
  $settings.set({ ...DEFAULT_APP_SETTINGS, contextWindows: { 'm:one': 128_000 } });
  $chat.set({ ...INITIAL_CHAT_STATE, tokens: { input: 1_200_000, output: 80 }, lastUsage: null });
  show();
  expect(screen.getByText('1.2M tokens')).toBeTruthy();
  expect(screen.queryByRole('meter')).toBeNull();
});

test('what the task has cost is said where the price of its model is known', async () => {
  $settings.set({ ...DEFAULT_APP_SETTINGS, prices: { 'm:one': { input: 10, output: 20 } } });
  const runUsage = [{ modelId: 'm:one', usage: { inputTokens: 100_000, outputTokens: 20_000 } }];
  $chat.set({ ...INITIAL_CHAT_STATE, tokens: { input: 100_000, output: 20_000 }, runUsage });
  show();
  expect(await screen.findByText('$1.40')).toBeTruthy();
});

test('where the caret is in the open file is said while its code is shown', async () => {
  $activeTab.set('src/a.ts');
  $caretPlace.set({ path: 'src/a.ts', line: 34, column: 38 });
  show();
  expect(await screen.findByText('Ln 34, Col 38')).toBeTruthy();
  act(() => $workbenchTab.set('preview'));
  expect(screen.queryByText('Ln 34, Col 38')).toBeNull();
  act(() => $workbenchTab.set('code'));
  act(() => $activeTab.set('src/b.ts'));
  expect(screen.queryByText('Ln 34, Col 38')).toBeNull();
});

test('of a runtime that a chat is about to start nothing is said', () => {
  $runtime.set({ status: 'off' });
  show();
  expect(screen.queryByText(runtimeText({ status: 'off' }))).toBeNull();
});

test('before anything was used nothing is said of tokens', () => {
  show();
  expect(screen.queryByText(/tokens/)).toBeNull();
});

test('the newest checkpoint is named by its time, and leads to what has changed since', async () => {
  show();
  expect(screen.queryByRole('button', { name: /Checkpoint of/ })).toBeNull();
  const at = new Date(2026, 10, 28, 9, 5).getTime();
  act(() =>
    $chat.setKey(
      'messageMeta',
      new Map([
        ['m1', { mode: 'agent' as const, at: at - 60_000 }],
        ['m2', { mode: 'agent' as const, at }],
      ]),
    ),
  );
  const item = await screen.findByRole('button', { name: 'Checkpoint of 09:05: show what has changed since' });
  act(() => item.click());
  expect([$workbenchTab.get(), $wantedChanges.get()]).toEqual(['changes', { since: null, path: null }]);
  $wantedChanges.set(null);
  $workbenchTab.set('code');
});
