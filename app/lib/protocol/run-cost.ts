import type { ModelPrice } from './settings.ts';

const TOKENS_OF_PRICE = 1_000_000;

/** Tokens by the model that used them. */
type Usage = ReadonlyMap<string, { input: number; output: number }>;

/** US dollars that the run has cost so far; null where the price of one of its models is not known. */
export function runCost(usage: Usage, prices: Readonly<Record<string, ModelPrice>>): number | null {
  const known = new Map(Object.entries(prices));
  let dollars = 0;
  for (const [modelId, { input, output }] of usage) {
    const price = known.get(modelId);
    if (price === undefined) return null;
    dollars += (input * price.input + output * price.output) / TOKENS_OF_PRICE;
  }
  return dollars;
}
