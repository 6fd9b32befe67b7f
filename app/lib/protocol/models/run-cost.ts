import type { TokenUsage } from '../message.ts';
import type { ModelPrice } from './model-price.ts';

const TOKENS_OF_PRICE = 1_000_000;

/** The usage of one request to a model. */
export interface ModelUsage {
  readonly modelId: string;
  /** Set for the conversation's own steps; absent for summaries, searches and sub-agents' steps. */
  readonly stepId?: string;
  readonly usage: TokenUsage;
}

/** US dollars for one request; null if the provider reported no tokens and the model is not free. */
export function requestCost(usage: TokenUsage, price: ModelPrice): number | null {
  const { inputTokens, outputTokens, cachedInputTokens = 0, cacheWriteTokens = 0 } = usage;
  const input = inputTokens ?? 0;
  const rates = price.longInput !== undefined && input > price.longInput.above ? price.longInput : price;
  if (inputTokens === undefined && outputTokens === undefined) return rates.input === 0 && rates.output === 0 ? 0 : null;
  const cached = Math.min(cachedInputTokens, input);
  const written = Math.min(cacheWriteTokens, input - cached);
  const dollars =
    (input - cached - written) * rates.input +
    cached * (rates.cacheRead ?? rates.input) +
    written * (rates.cacheWrite ?? rates.input) +
    (outputTokens ?? 0) * rates.output;
  return dollars / TOKENS_OF_PRICE;
}

/** The price of a model; null if unknown. */
export type PriceOf = (modelId: string) => ModelPrice | null;

/** US dollars for all requests; null if the cost of any of them is unknown. */
export function runCost(requests: readonly ModelUsage[], priceOf: PriceOf): number | null {
  let dollars = 0;
  for (const { modelId, usage } of requests) {
    const price = priceOf(modelId);
    const cost = price === null ? null : requestCost(usage, price);
    if (cost === null) return null;
    dollars += cost;
  }
  return dollars;
}
