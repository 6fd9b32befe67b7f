import { z } from 'zod';

/** US dollars for a million tokens. */
export const modelPriceSchema = z.object({
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
  /** Of input that the provider had kept; absent: as input. */
  cacheRead: z.number().nonnegative().optional(),
  /** Of input that it is asked to keep; absent: as input. */
  cacheWrite: z.number().nonnegative().optional(),
});
export type ModelPrice = z.infer<typeof modelPriceSchema>;
