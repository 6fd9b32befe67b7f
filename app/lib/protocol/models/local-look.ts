import { z } from 'zod';
import { localKindSchema } from './local-endpoint.ts';

/**
 * Why an endpoint's models could not be listed. `silent`: no response. `blocked`: it runs, but this page may not read its responses.
 * `denied`: the user has denied this page access to the network. `insecure`: the browser blocks the HTTPS page from it. `other-kind`:
 * another kind of server responds.
 */
export const localProblemSchema = z.enum(['silent', 'blocked', 'denied', 'insecure', 'other-kind', 'empty']);
export type LocalProblem = z.infer<typeof localProblemSchema>;

export const lookRequestSchema = z.object({
  places: z.array(
    z.object({
      address: z.string(),
      /** Absent to try each kind. */
      kind: localKindSchema.optional(),
    }),
  ),
});
export type LookPlace = z.infer<typeof lookRequestSchema>['places'][number];

/** One entry per place. */
export const lookAnswerSchema = z.array(
  z.discriminatedUnion('state', [
    z.object({ state: z.literal('answers'), address: z.string(), kind: localKindSchema, models: z.number().int().nonnegative() }),
    z.object({ state: z.literal('failed'), address: z.string(), problem: localProblemSchema }),
  ]),
);
export type LookAnswer = z.infer<typeof lookAnswerSchema>;
