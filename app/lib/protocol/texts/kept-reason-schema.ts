import { z } from 'zod';
import type { Reason, ReasonValue } from './reason.ts';

/** How deep reasons hold reasons: what a stranger's session file has beyond it is said as the English sentence beside it. */
const DEEPEST = 6;

const reasonAt = (depth: number): z.ZodType<Reason> => {
  const plain = z.union([z.string(), z.number()]);
  const value: z.ZodType<ReasonValue> = depth === 0 ? plain : z.union([plain, reasonAt(depth - 1)]);
  return z.object({ text: z.string(), values: z.record(z.string(), value).optional() });
};

/** Kept beside the English sentence. Journals of earlier versions have none, and one that cannot be read costs nothing but the translation. */
export const keptReasonSchema = reasonAt(DEEPEST).optional().catch(undefined);
