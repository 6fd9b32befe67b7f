import { expect, test } from 'vitest';
import { INITIAL_CONVERSATION } from '../session/conversation-state.ts';
import { spentBudget } from './budget-guard.ts';
import { workedTime } from './run-meter.ts';

const NONE = { tokens: null, money: null, minutes: null };
const usage = [{ modelId: 'a', usage: { inputTokens: 1_000_000, outputTokens: 500_000 } }];

test('time counts while it works, and a gap no longer than ten minutes', () => {
  expect(workedTime({ ms: 500, until: null }, 9_999_999)).toBe(500);
  expect(workedTime({ ms: 500, until: 1_000 }, 3_000)).toBe(2_500);
  expect(workedTime({ ms: 0, until: 1_000 }, 100_000_000)).toBe(600_000);
  expect(workedTime({ ms: 0, until: 1_000 }, 500)).toBe(0);
});

test('a budget is spent when what was used reaches it, and what was granted comes on top', () => {
  const state = { ...INITIAL_CONVERSATION, runTokens: { input: 900, output: 100 }, runUsage: usage, worked: { ms: 120_000, until: null } };
  const settings = (budget: Partial<typeof NONE>) => ({ budget: { ...NONE, ...budget } as never, prices: {} });
  expect(spentBudget(state, settings({}), 0)).toBeNull();
  expect(spentBudget(state, settings({ tokens: 1_001 } as never), 0)).toBeNull();
  expect(spentBudget(state, settings({ tokens: 1_000 } as never), 0)).toMatchObject({ budget: 'tokens', used: 1_000, limit: 1_000 });
  const granted = { ...state, granted: { tokens: 5, money: 0, minutes: 0 } };
  expect(spentBudget(granted, settings({ tokens: 1_000 } as never), 0)).toBeNull();
  expect(spentBudget(state, settings({ minutes: 2 } as never), 0)).toMatchObject({ budget: 'minutes', used: 2 });
  // Money counts only where every price is known.
  expect(spentBudget(state, settings({ money: 0.01 } as never), 0)).toBeNull();
});
