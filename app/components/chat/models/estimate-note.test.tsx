// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { $chat, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { $models } from '../../../lib/stores/workbench.ts';
import { RunCosts } from '../run/run-costs.tsx';
import { EstimateNote } from './estimate-note.tsx';

const model = { id: 'a:1', name: 'Alpha', provider: 'a', price: { input: 10, output: 50, cacheRead: 1 } };

beforeEach(() => $models.set({ models: [model], defaultModelId: 'a:1', problems: [] }));
afterEach(() => {
  cleanup();
  $chat.set(INITIAL_CHAT_STATE);
});

test('before sending it says about how many tokens go out and what they cost, once something was counted', () => {
  const { container, rerender } = render(<EstimateNote characters={40} />);
  expect(container.textContent).toBe('');
  $chat.set({ ...INITIAL_CHAT_STATE, lastUsage: { input: 40_000, output: 990 } });
  rerender(<EstimateNote characters={40} />);
  expect(container.textContent).toBe('≈ 41k · $0.41');
  rerender(<EstimateNote characters={0} />);
  expect(container.textContent).toBe('');
});

test('where the price is not known only the tokens are shown, and that is said', () => {
  $models.set({ models: [{ id: 'a:1', name: 'Alpha', provider: 'a' }], defaultModelId: 'a:1', problems: [] });
  $chat.set({ ...INITIAL_CHAT_STATE, lastUsage: { input: 40_000, output: 990 } });
  const { container } = render(<EstimateNote characters={40} />);
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
