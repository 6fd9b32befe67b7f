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
export function answerLimit(window: number | null, inputTokens: number): number | undefined {
  if (window === null || window - inputTokens >= ANY_MODELS_ANSWER) return undefined;
  return Math.max(SMALLEST_ANSWER, window - inputTokens);
}
