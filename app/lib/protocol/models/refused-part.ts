import { z } from 'zod';

/** A part of a request that a provider refuses, and without which the conversation can continue. */
export const refusedPartSchema = z.discriminatedUnion('part', [
  /** Reasoning, and the signatures that providers attach to reasoning, texts and calls. */
  z.object({ part: z.literal('thoughts') }),
  z.object({ part: z.literal('images') }),
  /** The ids that link calls to their results. */
  z.object({ part: z.literal('call-ids') }),
  z.object({ part: z.literal('tool'), name: z.string().min(1).max(64) }),
]);
export type RefusedPart = z.infer<typeof refusedPartSchema>;
