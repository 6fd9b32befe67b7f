import { expect, test } from 'vitest';
import type { Budget } from '../../protocol/settings.ts';
import { INITIAL_CONVERSATION } from '../contract/conversation-state.ts';
import { workedTime } from './run-meter.ts';
import { spentBudget } from './spent-budget.ts';

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
  const spent = (of: typeof state, budget: Partial<Budget>) => spentBudget(of, { ...NONE, ...budget }, () => null, 0);
  expect(spent(state, {})).toBeNull();
  expect(spent(state, { tokens: 1_001 })).toBeNull();
  expect(spent(state, { tokens: 1_000 })).toMatchObject({ budget: 'tokens', used: 1_000, limit: 1_000 });
  const granted = { ...state, granted: { tokens: 5, money: 0, minutes: 0 } };
  expect(spent(granted, { tokens: 1_000 })).toBeNull();
  expect(spent(state, { minutes: 2 })).toMatchObject({ budget: 'minutes', used: 2 });
  // Money counts only if every price is known.
  expect(spent(state, { money: 0.01 })).toBeNull();
});
