import { z } from 'zod';
import { chatRequestSchema } from '../protocol/chat-request.ts';
import { localEndpointSchema, localKindSchema } from '../protocol/models/local-endpoint.ts';
import { modelInfoSchema } from '../protocol/models/models.ts';
import type { ToolOffer } from '../step/tool-offers.ts';

/** What the page asks the worker of local models, by path. */
export const LOCAL_PATHS = { step: '/step', models: '/models', look: '/look' } as const;

const toolOfferSchema = z.object({
  name: z.string(),
  description: z.string(),
  // Made by the page from its own tools; its type is that of the SDK, the value plain JSON.
  inputSchema: z.custom<ToolOffer['inputSchema']>((value) => z.looseObject({ type: z.literal('object') }).safeParse(value).success),
});

export const localStepSchema = z.object({
  endpoints: z.array(localEndpointSchema),
  /** Tokens that the model is given; absent: what is usual with its kind. */
  contextTokens: z.number().int().positive().optional(),
  step: chatRequestSchema,
  /** The tools of the step as the model learns of them: the worker has none itself, and need not load them. */
  offers: z.array(toolOfferSchema),
});

export const localModelsSchema = z.object({ endpoint: localEndpointSchema });

/**
 * Why an endpoint's models could not be listed. `silent`: nobody answers. `blocked`: it runs, and lets this page read nothing. `denied`: the
 * user has not let this page reach the network. `insecure`: the browser keeps an encrypted page from it. `other-kind`: something else answers.
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
      /** Absent: it is asked as each of them. */
      kind: localKindSchema.optional(),
    }),
  ),
});
export type LookPlace = z.infer<typeof lookRequestSchema>['places'][number];

/** Of each place. */
export const lookAnswerSchema = z.array(
  z.discriminatedUnion('state', [
    z.object({ state: z.literal('answers'), address: z.string(), kind: localKindSchema, models: z.number().int().nonnegative() }),
    z.object({ state: z.literal('failed'), address: z.string(), problem: localProblemSchema }),
  ]),
);
export type LookAnswer = z.infer<typeof lookAnswerSchema>;
