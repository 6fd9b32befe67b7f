import { z } from 'zod';
import { keptReasonSchema } from '../texts/kept-reason-schema.ts';
import { localModelFactsSchema } from './local-endpoint.ts';
import { modelPriceSchema } from './model-price.ts';

export const modelInfoSchema = z.object({
  /** `provider:model`, what `/api/chat` takes as `modelId`. */
  id: z.string(),
  /** Which provider answers, such as `openai`; a plain string, so that a new provider changes no contract. */
  provider: z.string().min(1).max(64),
  /** Shown to people. */
  name: z.string(),
  /** Tokens; absent when not known. */
  contextWindow: z.number().int().positive().optional(),
  /** Tokens of one answer; absent when not known. */
  maxOutputTokens: z.number().int().positive().optional(),
  /** Whether it takes function calls, sees images, thinks before it answers; absent when not known. */
  callsTools: z.boolean().optional(),
  seesImages: z.boolean().optional(),
  reasons: z.boolean().optional(),
  /** Absent when not known. */
  price: modelPriceSchema.optional(),
  /** Of the table that the price is from, such as `2026-09-23`; absent where the provider or the user has named it. */
  priceDate: z.string().max(40).optional(),
  /** Its provider searches the web itself (`POST /api/search`). */
  searchesWeb: z.literal(true).optional(),
  /** Of a model on the user's computer. */
  local: localModelFactsSchema.optional(),
});
export type ModelInfo = z.infer<typeof modelInfoSchema>;

/** Answer of `GET /api/models`. */
export const modelsResponseSchema = z.object({
  models: z.array(modelInfoSchema),
  defaultModelId: z.string(),
  /** What could not be listed and why (a wrong key, an endpoint that does not answer); safe to show. */
  problems: z.array(z.object({ provider: z.string(), message: z.string(), reason: keptReasonSchema, connectionId: z.string().optional() })),
  /** The names of what is before the colon in the ids. */
  connections: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
});
export type ModelsResponse = z.infer<typeof modelsResponseSchema>;

export { DEMO_MODEL_ID, DEMO_MODEL_NAME } from './demo-model.ts';
