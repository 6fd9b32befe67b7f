import { type PriceOf, runCost } from '../../protocol/models/run-cost.ts';
import type { Budget, DayBudget } from '../../protocol/settings.ts';
import type { BudgetName } from '../contract/agent-session.ts';
import type { BudgetNotice } from '../contract/budget-notice.ts';
import type { ConversationState } from '../contract/conversation-state.ts';
import type { Spending } from '../contract/ports.ts';
import { workedTime } from './run-meter.ts';

const MILLISECONDS_OF_MINUTE = 60_000;

/** Returns the exhausted daily budget, counting all requests of this browser; null while every budget has something left. */
export function spentDay(spending: Spending | undefined, budget: DayBudget): BudgetNotice | null {
  if (spending === undefined || (budget.tokens === null && budget.money === null)) return null;
  const { input, output, dollars } = spending.today();
  const used = [
    ['tokens', input + output, budget.tokens],
    ['money', dollars, budget.money],
  ] as const;
  for (const [name, amount, limit] of used) {
    if (limit !== null && amount >= limit) return { type: 'budget', of: 'day', budget: name, used: amount, limit };
  }
  return null;
}

/** Returns the exhausted budget of the run; null while every budget has something left. Checked before each step. */
export function spentBudget(state: ConversationState, budgets: Budget, priceOf: PriceOf, now: number): BudgetNotice | null {
  const used: readonly (readonly [BudgetName, number | null])[] = [
    ['tokens', state.runTokens.input + state.runTokens.output],
    ['money', runCost(state.runUsage, priceOf)],
    ['minutes', workedTime(state.worked, now) / MILLISECONDS_OF_MINUTE],
  ];
  for (const [budget, amount] of used) {
    const allowed = budgets[budget];
    if (allowed === null || amount === null) continue;
    const limit = allowed + state.granted[budget];
    if (amount >= limit) return { type: 'budget', budget, used: amount, limit };
  }
  return null;
}
