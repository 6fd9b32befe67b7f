import { z } from 'zod';

const NUMBER = /^\s*\d+(?:\.\d+)?\s*$/;

/** A number reported by a provider or gateway; some send it as a string. Null if it is not a number. */
export function toldNumber(value: unknown): number | null {
  if (typeof value === 'string') return NUMBER.test(value) ? Number(value) : null;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A token count from a list of models. An invalid value counts as unknown, and the model stays in the list. */
export const toldTokensSchema = z
  .unknown()
  .transform((value) => {
    const told = toldNumber(value);
    return told !== null && Number.isSafeInteger(told) && told > 0 ? told : undefined;
  })
  .optional();
