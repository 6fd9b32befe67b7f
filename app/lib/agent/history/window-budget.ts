/**
 * Where nobody knows the model's window. The hosted models of today have 128k and more, and a local server says itself when something
 * is too long; so the default only decides when to make the history shorter, and never stops a run. Tokens.
 */
const CAREFUL_WINDOW = 100_000;
/** Kept free for the answer: a file of some 30 000 characters, in a small window a quarter of it. Tokens. */
const ANSWER = 8_192;
const SMALLEST_ANSWER = 256;
/** Every model may answer at least so much: only a smaller limit is safe to ask for. Tokens. */
const ANY_MODELS_ANSWER = 4_096;

/** Where the room for the answer counts beforehand: as much is asked for of what is left, and at most, whatever the model could. Tokens. */
const OF_WHAT_IS_LEFT = 0.9;
const MOST_OF_TIGHT = 32_000;

export interface WindowBudget {
  /** Tokens of input and output together. */
  window: number;
  /** False: the window is a guess, which stops nothing. */
  isKnown: boolean;
  /** Tokens the input may take. */
  input: number;
}

export function budgetOf(window: number | null): WindowBudget {
  const size = window ?? CAREFUL_WINDOW;
  const answer = Math.min(ANSWER, Math.max(SMALLEST_ANSWER, Math.floor(size / 4)));
  return { window: size, isKnown: window !== null, input: Math.max(1, size - answer) };
}

/** The answer's limit where little room is left for it; undefined leaves it to the provider, which knows the model's own. */
export function answerLimit(window: number | null, inputTokens: number, isTight = false): number | undefined {
  if (window === null) return undefined;
  if (isTight) return Math.max(SMALLEST_ANSWER, Math.min(MOST_OF_TIGHT, Math.floor((window - inputTokens) * OF_WHAT_IS_LEFT)));
  if (window - inputTokens >= ANY_MODELS_ANSWER) return undefined;
  return Math.max(SMALLEST_ANSWER, window - inputTokens);
}
