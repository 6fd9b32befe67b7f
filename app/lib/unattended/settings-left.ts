import type { ConversationState } from '../agent/contract/conversation-state.ts';
import { workedTime } from '../agent/conversation/run-meter.ts';
import { type PriceOf, runCost } from '../protocol/models/run-cost.ts';
import type { AgentModeSettings, Budget } from '../protocol/settings.ts';

const MILLISECONDS_OF_MINUTE = 60_000;

/**
 * Returns what a task may still use after a run: each run counts from zero, but the limits apply to the task. Returns null if a limit is
 * reached.
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
