import type { ModelPrice } from './model-price.ts';
import { requestCost } from './run-cost.ts';

/** The rule of thumb for Latin text and code. */
const CHARACTERS_PER_TOKEN = 4;

export interface NextStepEstimate {
  tokens: number;
  /** Of its input alone, with nothing kept by the provider; null where the price is not known. */
  dollars: number | null;
}

/** About what the next message will send: what is there already, and the new words. */
export function nextStepEstimate(before: number, characters: number, price: ModelPrice | null): NextStepEstimate {
  const tokens = before + Math.ceil(characters / CHARACTERS_PER_TOKEN);
  return { tokens, dollars: price === null ? null : requestCost({ inputTokens: tokens }, price) };
}
