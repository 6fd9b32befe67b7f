import { z } from 'zod';

const ratesSchema = z.object({
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
  /** Input read from the provider's cache; if absent, the same as input. */
  cacheRead: z.number().nonnegative().optional(),
  /** Input written to the provider's cache; if absent, the same as input. */
  cacheWrite: z.number().nonnegative().optional(),
});

/** US dollars per million tokens. */
export const modelPriceSchema = ratesSchema.extend({
  /** The rates for all tokens of a request whose input is longer than `above` tokens; if absent, the same rates. */
  longInput: ratesSchema.extend({ above: z.number().int().positive() }).optional(),
});
export type ModelPrice = z.infer<typeof modelPriceSchema>;
