/**
 * Assumed window if the model's is unknown, in tokens. Current hosted models have 128k and more, and a local server reports when something
 * is too long, so the default only decides when to shorten the history and never stops a run.
 */
const CAREFUL_WINDOW = 100_000;
/** Room kept for the answer, in tokens: a file of some 30 000 characters, or a quarter of a small window. */
const ANSWER = 8_192;
const SMALLEST_ANSWER = 256;
/** Every model may answer with at least this much, so only a smaller limit is safe to request. In tokens. */
const ANY_MODELS_ANSWER = 4_096;

/**
 * If the output counts in advance: the share of the remaining room that is requested, and the upper limit in tokens, whatever the model's
 * own.
 */
const OF_WHAT_IS_LEFT = 0.9;
const MOST_OF_TIGHT = 32_000;

export interface WindowBudget {
  /** Tokens of input and output together. */
  window: number;
  /** False if the window is a guess, which never stops a run. */
  isKnown: boolean;
  /** Maximum tokens of the input. */
  input: number;
}

export function budgetOf(window: number | null): WindowBudget {
  const size = window ?? CAREFUL_WINDOW;
  const answer = Math.min(ANSWER, Math.max(SMALLEST_ANSWER, Math.floor(size / 4)));
  return { window: size, isKnown: window !== null, input: Math.max(1, size - answer) };
}

/** Returns the output limit if little room is left; undefined leaves it to the provider, which knows the model's own limit. */
export function answerLimit(window: number | null, inputTokens: number, isTight = false): number | undefined {
  if (window === null) return undefined;
  if (isTight) return Math.max(SMALLEST_ANSWER, Math.min(MOST_OF_TIGHT, Math.floor((window - inputTokens) * OF_WHAT_IS_LEFT)));
  if (window - inputTokens >= ANY_MODELS_ANSWER) return undefined;
  return Math.max(SMALLEST_ANSWER, window - inputTokens);
}
