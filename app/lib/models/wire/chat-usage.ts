import { countsOf, holdsTextCounts } from './wire-counts.ts';
import { type Fields, isFields } from './wire-repair.ts';

const COUNTS = ['prompt_tokens', 'completion_tokens', 'total_tokens'] as const;
/** Other endpoints' names for the same counts. */
const OTHER_NAMES: Readonly<Record<string, (typeof COUNTS)[number]>> = {
  input_tokens: 'prompt_tokens',
  output_tokens: 'completion_tokens',
};

/** Counts as numbers under the names that SDKs expect; null if nothing was counted, which is better than zero. */
export function chatUsage(given: unknown): Fields | null {
  if (!isFields(given)) return null;
  const counted: Fields = { ...countsOf(given) };
  for (const [other, name] of Object.entries(OTHER_NAMES)) counted[name] ??= counted[other];
  const [prompt, completion] = [counted.prompt_tokens, counted.completion_tokens];
  if (typeof prompt !== 'number' && typeof completion !== 'number') return null;
  for (const name of COUNTS) if (typeof counted[name] !== 'number') counted[name] = 0;
  if (counted.total_tokens === 0) counted.total_tokens = Number(counted.prompt_tokens) + Number(counted.completion_tokens);
  return counted;
}

/** Whether SDKs accept it unchanged. */
export function isGoodUsage(given: unknown): boolean {
  return isFields(given) && COUNTS.every((name) => typeof given[name] === 'number') && !holdsTextCounts(given);
}
