import type { ReasoningEffort } from '../protocol/settings.ts';

/** These decide themselves how much to think; an effort guides them. */
const ADAPTIVE = /claude-(?:(?:opus|sonnet)-4-[6-9]|(?:opus|sonnet|haiku|fable)-[5-9])/;
/** These are given a number of tokens to think with. */
const BUDGETED = /claude-(?:3-7|(?:opus|sonnet|haiku)-4)/;

/** How a Claude model's thinking is asked for, wherever it runs; null: it is no such model, or it is not known. */
export function claudeThinking(modelName: string): 'adaptive' | 'budget' | null {
  if (ADAPTIVE.test(modelName)) return 'adaptive';
  return BUDGETED.test(modelName) ? 'budget' : null;
}

/** Tokens. The API takes none below 1024. */
export const THINKING_BUDGETS: Record<Exclude<ReasoningEffort, 'none'>, number> = { low: 2_048, medium: 8_192, high: 24_576 };
