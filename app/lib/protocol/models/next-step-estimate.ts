import type { ModelPrice } from './model-price.ts';
import { requestCost } from './run-cost.ts';

/** A rule of thumb for Latin text and code. */
const CHARACTERS_PER_TOKEN = 4;

export interface NextStepEstimate {
  tokens: number;
  /** Cost of the input alone, assuming no cache hits; null if the price is unknown. */
  dollars: number | null;
}

/** A rough size of the next request: the current history plus the new text. */
export function nextStepEstimate(before: number, characters: number, price: ModelPrice | null): NextStepEstimate {
  const tokens = before + Math.ceil(characters / CHARACTERS_PER_TOKEN);
  return { tokens, dollars: price === null ? null : requestCost({ inputTokens: tokens }, price) };
}
