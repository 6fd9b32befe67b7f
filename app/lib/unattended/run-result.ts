import type { ConversationState } from '../agent/contract/conversation-state.ts';
import { type PriceOf, runCost } from '../protocol/models/run-cost.ts';
import type { RunOutcome, RunResult } from '../protocol/unattended/unattended.ts';
import { noticeText } from '../seed-api/execution-state.ts';

/** The usage of runs. `cost` is null if a price is unknown. */
export interface Spent {
  steps: number;
  cost: number | null;
  milliseconds: number;
}

export const NOTHING_SPENT: Spent = { steps: 0, cost: 0, milliseconds: 0 };

export function spentWith(earlier: Spent, state: ConversationState, priceOf: PriceOf): Spent {
  const cost = runCost(state.runUsage, priceOf);
  return {
    steps: earlier.steps + state.iteration,
    cost: cost === null || earlier.cost === null ? null : earlier.cost + cost,
    milliseconds: earlier.milliseconds + (state.runEndedAt ?? state.runStartedAt) - state.runStartedAt,
  };
}

export interface RunEnding {
  state: ConversationState;
  priceOf: PriceOf;
  earlier: Spent;
  /** Outcome and reason if the run was ended from outside. */
  forced: { outcome: RunOutcome; why: string } | null;
}

/** Returns the result of a run that has ended or waits. */
export function runResult({ state, priceOf, earlier, forced }: RunEnding): RunResult {
  const why = forced?.why ?? (state.notice === null ? undefined : noticeText(state.notice));
  return {
    outcome: forced?.outcome ?? outcomeOf(state),
    ...(why === undefined ? {} : { why }),
    summary: summaryOf(state),
    tokens: state.tokens,
    ...spentWith(earlier, state, priceOf),
  };
}

function outcomeOf({ status, notice }: ConversationState): RunOutcome {
  if (notice?.type === 'iteration-limit' || notice?.type === 'budget' || notice?.type === 'window') return 'limit';
  if (status === 'completed') return notice === null ? 'completed' : 'failed';
  // Without a notice, the agent asked a question; with one, a guard stopped a run without progress.
  return status === 'waiting_for_user' && notice === null ? 'asked' : 'failed';
}

/** Returns the summary of the completed task, or else the agent's last text. */
function summaryOf({ toolCalls, messages }: ConversationState): string {
  const effects = [...toolCalls.values()].flatMap((call) => (call.status === 'success' ? call.effects : []));
  const completed = effects.findLast((effect) => effect.type === 'work-completed');
  if (completed?.type === 'work-completed') return completed.summary;
  const texts = messages.filter(({ role }) => role === 'assistant').flatMap(({ parts }) => parts);
  const last = texts.findLast((part) => part.type === 'text' && part.text.trim() !== '');
  return last?.type === 'text' ? last.text : '';
}

/** The result of a run that could not start, or that lost its app. */
export function failedResult(why: string): RunResult {
  return { outcome: 'failed', why, summary: '', steps: 0, tokens: { input: 0, output: 0 }, cost: null, milliseconds: 0 };
}
