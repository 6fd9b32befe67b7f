import type { ModelPrice } from './model-price.ts';
import { requestCost } from './run-cost.ts';

/** A rule of thumb for Latin text and code. */
const CHARACTERS_PER_TOKEN = 4;
/** A rule of thumb for images; it is the published one of Anthropic's models. */
const PIXELS_PER_TOKEN = 750;

export interface NextStepEstimate {
  tokens: number;
  /** Cost of the input alone, assuming no cache hits; null if the price is unknown. */
  dollars: number | null;
}

/** A rough size of the next request: the current history plus the new text and images. */
export function nextStepEstimate(
  before: number,
  added: { characters: number; pixels: number },
  price: ModelPrice | null,
): NextStepEstimate {
  const tokens = before + Math.ceil(added.characters / CHARACTERS_PER_TOKEN) + Math.ceil(added.pixels / PIXELS_PER_TOKEN);
  return { tokens, dollars: price === null ? null : requestCost({ inputTokens: tokens }, price) };
}
