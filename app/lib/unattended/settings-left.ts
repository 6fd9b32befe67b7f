import type { ConversationState } from '../agent/contract/conversation-state.ts';
import { workedTime } from '../agent/conversation/run-meter.ts';
import { type PriceOf, runCost } from '../protocol/models/run-cost.ts';
import type { AgentModeSettings, Budget } from '../protocol/settings.ts';

const MILLISECONDS_OF_MINUTE = 60_000;

/**
 * What a task may still use after the run that rests: each run of it counts from the beginning, and the limits are the task's. Null: something
 * is used up.
 */
export function settingsLeft(
  { maxIterations }: Pick<AgentModeSettings, 'maxIterations'>,
  budget: Budget,
  state: ConversationState,
  priceOf: PriceOf,
): { maxIterations: number; budget: Budget } | null {
  const rest = (limit: number | null, used: number) => (limit === null ? null : limit - used);
  const left = {
    maxIterations: maxIterations - state.iteration,
    budget: {
      tokens: rest(budget.tokens, state.runTokens.input + state.runTokens.output),
      money: rest(budget.money, runCost(state.runUsage, priceOf) ?? 0),
      minutes: rest(budget.minutes, workedTime(state.worked, 0) / MILLISECONDS_OF_MINUTE),
    },
  };
  const amounts = [left.maxIterations, ...Object.values(left.budget)];
  return amounts.every((amount) => amount === null || amount > 0) ? left : null;
}
