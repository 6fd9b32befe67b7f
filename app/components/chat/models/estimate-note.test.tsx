// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEFAULT_AGENT_SETTINGS, DEFAULT_APP_SETTINGS } from '../../../lib/protocol/default-settings.ts';
import type { ContentHash } from '../../../lib/protocol/ids.ts';
import { DEMO_MODEL_ID } from '../../../lib/protocol/models/demo-model.ts';
import { $chat, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $firstRequest, $models } from '../../../lib/stores/workbench.ts';
import { RunCosts } from '../run/run-costs.tsx';
import { StepUsage } from '../run/step-usage.tsx';
import { EstimateNote } from './estimate-note.tsx';

const TEXT = 'a'.repeat(40);
const NOTHING = { texts: { list: [] }, images: { list: [] } };
const IMAGE = { hash: '0'.repeat(64) as ContentHash, mediaType: 'image/png', name: 'page.png', size: 9 } as const; // Nothing is stored under it.
const model = { id: 'a:1', name: 'Alpha', provider: 'a', price: { input: 10, output: 50, cacheRead: 1 } };

beforeEach(() => $models.set({ models: [model], defaultModelId: 'a:1', problems: [] }));
afterEach(() => {
  cleanup();
  $chat.set(INITIAL_CHAT_STATE);
  $firstRequest.set(null);
  $settings.set(DEFAULT_APP_SETTINGS);
});

test('before the first answer it counts the instructions and tools of the mode, and says nothing where nobody has measured them', () => {
  const { container, rerender } = render(<EstimateNote text={TEXT} parts={NOTHING} />);
  expect(container.textContent).toBe('');
  $firstRequest.set({ agent: 8_990, plan: 5_990, chat: 90 });
  rerender(<EstimateNote text={TEXT} parts={NOTHING} />);
  expect(container.textContent).toBe('≈ 9k · $0.09');
  $settings.setKey('agent', { ...DEFAULT_AGENT_SETTINGS, enabled: false });
  rerender(<EstimateNote text={TEXT} parts={NOTHING} />);
  expect(container.textContent).toBe('≈ 100 · < $0.01');
});

test('the demo costs nobody anything, and no estimate is made', () => {
  $firstRequest.set({ agent: 8_990, plan: 5_990, chat: 90 });
  $models.set({ models: [{ id: DEMO_MODEL_ID, name: 'Demo', provider: 'demo' }], defaultModelId: DEMO_MODEL_ID, problems: [] });
  const { container } = render(<EstimateNote text={TEXT} parts={NOTHING} />);
  expect(container.textContent).toBe('');
});

test('a step that was answered says what it has used', () => {
  const used = [
    { modelId: 'a:1', usage: { inputTokens: 10_000, outputTokens: 300, cachedInputTokens: 5_000 } },
    { modelId: 'a:1', usage: { inputTokens: 10_400, outputTokens: 200 } },
  ];
  const { container } = render(<StepUsage used={used} />);
  expect(container.textContent).toBe('20.4k in (25 % cached), 500 out · $0.18');
});

test('before sending it says about how many tokens go out and what they cost, once something was counted', () => {
  const { container, rerender } = render(<EstimateNote text={TEXT} parts={NOTHING} />);
  expect(container.textContent).toBe('');
  $chat.set({ ...INITIAL_CHAT_STATE, lastUsage: { input: 40_000, output: 990 } });
  rerender(<EstimateNote text={TEXT} parts={NOTHING} />);
  expect(container.textContent).toBe('≈ 41k · $0.41');
  rerender(<EstimateNote text="  " parts={NOTHING} />);
  expect(container.textContent).toBe('');
});

test('what is attached counts as soon as it has been read, with or without words', () => {
  $chat.set({ ...INITIAL_CHAT_STATE, lastUsage: { input: 40_000, output: 1_000 } });
  const source = { kind: 'paste', number: 1 } as const;
  const parts = (isRead: boolean): ComponentProps<typeof EstimateNote>['parts'] => ({
    texts: { list: [{ key: 'paste', source, content: isRead ? { source, text: 'a'.repeat(200_000), isCut: false } : null }] },
    images: { list: [{ key: 1, name: 'page.png', content: isRead ? { ...IMAGE, width: 1_500, height: 1_000 } : null }] },
  });
  const { container, rerender } = render(<EstimateNote text="" parts={parts(false)} />);
  expect(container.textContent).toBe('');
  rerender(<EstimateNote text="" parts={parts(true)} />);
  expect(container.textContent).toBe('≈ 93k · $0.93');
});

test('where the price is not known only the tokens are shown, and that is said', () => {
  $models.set({ models: [{ id: 'a:1', name: 'Alpha', provider: 'a' }], defaultModelId: 'a:1', problems: [] });
  $chat.set({ ...INITIAL_CHAT_STATE, lastUsage: { input: 40_000, output: 990 } });
  const { container } = render(<EstimateNote text={TEXT} parts={NOTHING} />);
  expect(container.textContent).toBe('≈ 41k');
  expect(container.querySelector('span')?.title).toContain('its price is not known');
});

test('a task lists what each of its requests has used, with the cached share, and never zero for an unknown price', () => {
  $chat.set({
    ...INITIAL_CHAT_STATE,
    runUsage: [
      { modelId: 'a:1', usage: { inputTokens: 100_000, outputTokens: 2_000, cachedInputTokens: 80_000, reasoningTokens: 500 } },
      { modelId: 'b:gone', usage: { inputTokens: 900, outputTokens: 10 } },
    ],
  });
  const { container } = render(<RunCosts />);
  expect([...container.querySelectorAll('li')].map((row) => row.textContent)).toEqual([
    'a:1100k in (80 % cached), 2k out (500 thought)$0.38',
    'b:gone900 in, 10 outprice not known',
  ]);
});
