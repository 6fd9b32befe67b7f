import type { ConversationState } from '../agent/contract/conversation-state.ts';
import { type PriceOf, runCost } from '../protocol/models/run-cost.ts';
import type { RunOutcome, RunResult } from '../protocol/unattended/unattended.ts';
import { noticeText } from '../seed-api/execution-state.ts';

/** What runs have used. `cost` null: a price is not known. */
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
  /** It was ended from outside, and why. */
  forced: { outcome: RunOutcome; why: string } | null;
}

/** What became of a run that rests. */
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
  // Without a notice it is a question of the agent's own; with one a guard saw that the run gets nowhere.
  return status === 'waiting_for_user' && notice === null ? 'asked' : 'failed';
}

/** The summary of the completed task, else what the agent said last. */
function summaryOf({ toolCalls, messages }: ConversationState): string {
  const effects = [...toolCalls.values()].flatMap((call) => (call.status === 'success' ? call.effects : []));
  const completed = effects.findLast((effect) => effect.type === 'work-completed');
  if (completed?.type === 'work-completed') return completed.summary;
  const texts = messages.filter(({ role }) => role === 'assistant').flatMap(({ parts }) => parts);
  const last = texts.findLast((part) => part.type === 'text' && part.text.trim() !== '');
  return last?.type === 'text' ? last.text : '';
}

/** Of a run that could not begin, or that lost its app. */
export function failedResult(why: string): RunResult {
  return { outcome: 'failed', why, summary: '', steps: 0, tokens: { input: 0, output: 0 }, cost: null, milliseconds: 0 };
}
