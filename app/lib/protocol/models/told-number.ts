import { z } from 'zod';

const NUMBER = /^\s*\d+(?:\.\d+)?\s*$/;

/** A number that a provider or a gateway told: some write it as a text. Null: it is none. */
export function toldNumber(value: unknown): number | null {
  if (typeof value === 'string') return NUMBER.test(value) ? Number(value) : null;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** Tokens that a list of models tells. What is no such number is not known, and no reason to leave the model out. */
export const toldTokensSchema = z
  .unknown()
  .transform((value) => {
    const told = toldNumber(value);
    return told !== null && Number.isSafeInteger(told) && told > 0 ? told : undefined;
  })
  .optional();
