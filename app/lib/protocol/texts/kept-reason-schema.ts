import { z } from 'zod';
import type { Reason, ReasonValue } from './reason.ts';

/** How deep reasons may be nested. If a foreign session file nests deeper, the English sentence next to the reason is shown. */
const DEEPEST = 6;

const reasonAt = (depth: number): z.ZodType<Reason> => {
  const plain = z.union([z.string(), z.number()]);
  const value: z.ZodType<ReasonValue> = depth === 0 ? plain : z.union([plain, reasonAt(depth - 1)]);
  return z.object({ text: z.string(), values: z.record(z.string(), value).optional() });
};

/** Stored next to the English sentence. If it is missing (older journals) or invalid, only the translation is lost. */
export const keptReasonSchema = reasonAt(DEEPEST).optional().catch(undefined);
