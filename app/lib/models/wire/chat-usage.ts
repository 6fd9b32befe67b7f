import { type Fields, isFields } from './wire-repair.ts';

const COUNTS = ['prompt_tokens', 'completion_tokens', 'total_tokens'] as const;
/** Names that others give to the same counts. */
const OTHER_NAMES: Readonly<Record<string, (typeof COUNTS)[number]>> = {
  input_tokens: 'prompt_tokens',
  output_tokens: 'completion_tokens',
};

/** Counts as numbers under the names that SDKs look for; null where nothing was counted, which is better than a zero. */
export function chatUsage(given: unknown): Fields | null {
  if (!isFields(given)) return null;
  const counted: Fields = { ...numbersOf(given) };
  for (const [other, name] of Object.entries(OTHER_NAMES)) counted[name] ??= counted[other];
  const [prompt, completion] = [counted.prompt_tokens, counted.completion_tokens];
  if (typeof prompt !== 'number' && typeof completion !== 'number') return null;
  for (const name of COUNTS) if (typeof counted[name] !== 'number') counted[name] = 0;
  if (counted.total_tokens === 0) counted.total_tokens = Number(counted.prompt_tokens) + Number(counted.completion_tokens);
  return counted;
}

/** Whether SDKs take it as it is. */
export function isGoodUsage(given: unknown): boolean {
  return isFields(given) && COUNTS.every((name) => typeof given[name] === 'number') && !holdsText(given);
}

function holdsText(given: Fields): boolean {
  return Object.entries(given).some(([name, value]) =>
    isFields(value) ? holdsText(value) : typeof value === 'string' && name.includes('token'),
  );
}

function numbersOf(given: Fields): Fields {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]): [string, unknown][] => {
      if (isFields(value)) return [[name, numbersOf(value)]];
      if (!name.includes('token') || value === null || value === undefined) return [[name, value]];
      const count = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      return typeof count === 'number' && Number.isFinite(count) ? [[name, count]] : [];
    }),
  );
}
