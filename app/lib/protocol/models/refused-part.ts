import { z } from 'zod';

/** A part of a request that a provider refuses, and without which the conversation can continue. */
export const refusedPartSchema = z.discriminatedUnion('part', [
  /** Thoughts, and the seals that providers put on thoughts, texts and calls. */
  z.object({ part: z.literal('thoughts') }),
  z.object({ part: z.literal('images') }),
  /** The ids by which calls and their results find each other. */
  z.object({ part: z.literal('call-ids') }),
  z.object({ part: z.literal('tool'), name: z.string().min(1).max(64) }),
]);
export type RefusedPart = z.infer<typeof refusedPartSchema>;
