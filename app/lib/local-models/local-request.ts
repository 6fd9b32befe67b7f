import { z } from 'zod';
import { chatRequestSchema } from '../protocol/chat-request.ts';
import { reachedEndpointSchema } from '../protocol/models/local-endpoint.ts';
import { localProblemSchema } from '../protocol/models/local-look.ts';
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

export const localModelsAnswerSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('listed'), models: z.array(modelInfoSchema) }),
  z.object({ state: z.literal('failed'), problem: localProblemSchema }),
]);
export type LocalModelsAnswer = z.infer<typeof localModelsAnswerSchema>;
