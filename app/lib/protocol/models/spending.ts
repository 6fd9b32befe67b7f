import { z } from 'zod';
import type { TokenUsage } from '../message.ts';
import type { ModelPrice } from './model-price.ts';
import { requestCost } from './run-cost.ts';

const count = z.number().nonnegative();

/** The usage of one model on one day. */
const modelSpendingSchema = z.object({
  requests: count,
  /** How many of the requests are missing from `dollars`, because the price was unknown or the provider reported no tokens. */
  unpriced: count,
  input: count,
  output: count,
  /** `cached` and `cacheWrite` are part of the input, `reasoning` is part of the output. */
  cached: count,
  cacheWrite: count,
  reasoning: count,
  /** At the prices of that day. */
  dollars: count,
});
export type ModelSpending = z.infer<typeof modelSpendingSchema>;

/** By day (`2026-11-23`, in the user's time zone) and by model id. */
export const spendingDaysSchema = z.record(z.string().regex(/^\d{4}-\d\d-\d\d$/), z.record(z.string().max(200), modelSpendingSchema));
export type SpendingDays = z.infer<typeof spendingDaysSchema>;

export interface SpentRequest {
  day: string;
  modelId: string;
  usage: TokenUsage;
  /** Null if unknown. */
  price: ModelPrice | null;
}

/** Older days are dropped. */
const MOST_DAYS = 400;
const NOTHING: ModelSpending = {
  requests: 0,
  unpriced: 0,
  input: 0,
  output: 0,
  cached: 0,
  cacheWrite: 0,
  reasoning: 0,
  dollars: 0,
};

/** The spending with these requests added. */
export function withRequests(days: SpendingDays, requests: readonly SpentRequest[]): SpendingDays {
  const all = new Map(Object.entries(days).map(([day, models]) => [day, new Map(Object.entries(models))]));
  for (const { day, modelId, usage, price } of requests) {
    const models = all.get(day) ?? new Map<string, ModelSpending>();
    models.set(modelId, spendingWith(models.get(modelId) ?? NOTHING, usage, price));
    all.set(day, models);
  }
  const kept = [...all].sort(([one], [other]) => one.localeCompare(other)).slice(-MOST_DAYS);
  return Object.fromEntries(kept.map(([day, models]) => [day, Object.fromEntries(models)]));
}

function spendingWith(before: ModelSpending, usage: TokenUsage, price: ModelPrice | null): ModelSpending {
  const cost = price === null ? null : requestCost(usage, price);
  return {
    requests: before.requests + 1,
    unpriced: before.unpriced + (cost === null ? 1 : 0),
    input: before.input + (usage.inputTokens ?? 0),
    output: before.output + (usage.outputTokens ?? 0),
    cached: before.cached + (usage.cachedInputTokens ?? 0),
    cacheWrite: before.cacheWrite + (usage.cacheWriteTokens ?? 0),
    reasoning: before.reasoning + (usage.reasoningTokens ?? 0),
    dollars: before.dollars + (cost ?? 0),
  };
}

export function sumOf(spendings: readonly ModelSpending[]): ModelSpending {
  return spendings.reduce(
    (sum, each) => ({
      requests: sum.requests + each.requests,
      unpriced: sum.unpriced + each.unpriced,
      input: sum.input + each.input,
      output: sum.output + each.output,
      cached: sum.cached + each.cached,
      cacheWrite: sum.cacheWrite + each.cacheWrite,
      reasoning: sum.reasoning + each.reasoning,
      dollars: sum.dollars + each.dollars,
    }),
    NOTHING,
  );
}

/** The total usage of one day. */
export function spentOn(days: SpendingDays, day: string): ModelSpending {
  const models = new Map(Object.entries(days)).get(day) ?? {};
  return sumOf(Object.values(models));
}

/** The day of a timestamp in the user's time zone. */
export function dayOf(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
