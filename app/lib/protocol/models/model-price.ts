import { z } from 'zod';

const ratesSchema = z.object({
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
  /** Of input that the provider had kept; absent: as input. */
  cacheRead: z.number().nonnegative().optional(),
  /** Of input that it is asked to keep; absent: as input. */
  cacheWrite: z.number().nonnegative().optional(),
});

/** US dollars for a million tokens. */
export const modelPriceSchema = ratesSchema.extend({
  /** What every token of a request costs whose input is longer than so many tokens; absent: the same. */
  longInput: ratesSchema.extend({ above: z.number().int().positive() }).optional(),
});
export type ModelPrice = z.infer<typeof modelPriceSchema>;
