import type { ReasoningEffort } from '../protocol/settings.ts';

/** Models that decide how much to think, guided by an effort. */
const ADAPTIVE = /claude-(?:(?:opus|sonnet)-4-[6-9]|(?:opus|sonnet|haiku|fable)-[5-9])/;
/** Models that take a budget of thinking tokens. */
const BUDGETED = /claude-(?:3-7|(?:opus|sonnet|haiku)-4)/;

/** How to request thinking from a Claude model, on any platform; null if it is another or an unknown model. */
export function claudeThinking(modelName: string): 'adaptive' | 'budget' | null {
  if (ADAPTIVE.test(modelName)) return 'adaptive';
  return BUDGETED.test(modelName) ? 'budget' : null;
}

/** Tokens. The API accepts at least 1024. */
export const THINKING_BUDGETS: Record<Exclude<ReasoningEffort, 'none'>, number> = { low: 2_048, medium: 8_192, high: 24_576 };
