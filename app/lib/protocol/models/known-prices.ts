import type { ModelPrice } from './model-price.ts';
import type { ModelInfo } from './models.ts';
import type { PriceOf } from './run-cost.ts';

/** The user's own prices first, then the prices in the model list. */
export function knownPrices(own: Readonly<Record<string, ModelPrice>>, models: readonly ModelInfo[]): PriceOf {
  const prices = new Map<string, ModelPrice>();
  for (const { id, price } of models) if (price !== undefined) prices.set(id, price);
  for (const [id, price] of Object.entries(own)) prices.set(id, price);
  return (modelId) => prices.get(modelId) ?? null;
}
