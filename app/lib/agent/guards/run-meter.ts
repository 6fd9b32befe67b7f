import type { ModelPrice } from '../../protocol/settings.ts';
import type { ConversationState } from '../conversation-state.ts';

const TOKENS_OF_PRICE = 1_000_000;
/**
 * Between two records of a run at work no more time than this counts: a longer gap means that the page was closed or the machine
 * asleep. Commands end after two minutes. Milliseconds.
 */
const LONGEST_GAP = 10 * 60_000;

type Usage = ConversationState['runUsage'];

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

/** The time between a run's record and now that was work. */
export function workedSince(until: number | null, now: number): number {
  return until === null ? 0 : Math.min(Math.max(0, now - until), LONGEST_GAP);
}

/** Milliseconds in which the run was at work; waiting for the person does not count. */
export function workedTime({ ms, until }: ConversationState['worked'], now: number): number {
  return ms + workedSince(until, now);
}
