import { z } from 'zod';
import { chatRequestSchema } from '../protocol/chat-request.ts';
import { localKindSchema, reachedEndpointSchema } from '../protocol/models/local-endpoint.ts';
import { modelInfoSchema } from '../protocol/models/models.ts';
import type { ToolOffer } from '../step/tool-offers.ts';

/** Requests from the page to the worker for local models, by path. */
export const LOCAL_PATHS = { step: '/step', models: '/models', look: '/look' } as const;

const toolOfferSchema = z.object({
  name: z.string(),
  description: z.string(),
  // Created by the page from its own tools; the type is the SDK's, the value plain JSON.
  inputSchema: z.custom<ToolOffer['inputSchema']>((value) => z.looseObject({ type: z.literal('object') }).safeParse(value).success),
});

export const localStepSchema = z.object({
  endpoints: z.array(reachedEndpointSchema),
  /** The window in tokens that the model should get; absent for the usual one of its kind. */
  contextTokens: z.number().int().positive().optional(),
  step: chatRequestSchema,
  /** The step's tools as they are described to the model: the worker has none itself, and need not load them. */
  offers: z.array(toolOfferSchema),
});

export const localModelsSchema = z.object({ endpoint: reachedEndpointSchema });

/**
 * Why an endpoint's models could not be listed. `silent`: no response. `blocked`: it runs, but this page may not read its responses.
 * `denied`: the user has denied this page access to the network. `insecure`: the browser blocks the HTTPS page from it. `other-kind`:
 * another kind of server responds.
 */
export const localProblemSchema = z.enum(['silent', 'blocked', 'denied', 'insecure', 'other-kind', 'empty']);
export type LocalProblem = z.infer<typeof localProblemSchema>;

export const localModelsAnswerSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('listed'), models: z.array(modelInfoSchema) }),
  z.object({ state: z.literal('failed'), problem: localProblemSchema }),
]);
export type LocalModelsAnswer = z.infer<typeof localModelsAnswerSchema>;

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
