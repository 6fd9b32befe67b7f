import { z } from 'zod';
import { keptReasonSchema } from '../texts/kept-reason-schema.ts';
import { localModelFactsSchema } from './local-endpoint.ts';
import { modelPriceSchema } from './model-price.ts';

export const modelInfoSchema = z.object({
  /** `provider:model`, passed to `/api/chat` as `modelId`. */
  id: z.string(),
  /** The provider, such as `openai`; a plain string, so that a new provider does not change the contract. */
  provider: z.string().min(1).max(64),
  /** The name shown to the user. */
  name: z.string(),
  /** Tokens; absent if unknown. */
  contextWindow: z.number().int().positive().optional(),
  /** Tokens of one answer; absent if unknown. */
  maxOutputTokens: z.number().int().positive().optional(),
  /** Whether it supports function calls, images and thinking; absent if unknown. */
  callsTools: z.boolean().optional(),
  seesImages: z.boolean().optional(),
  reasons: z.boolean().optional(),
  /** Absent if unknown. */
  price: modelPriceSchema.optional(),
  /** Date of the price table, such as `2026-09-23`; absent if the provider or the user stated the price. */
  priceDate: z.string().max(40).optional(),
  /** Its provider can search the web (`POST /api/search`). */
  searchesWeb: z.literal(true).optional(),
  /** Set for a model on the user's computer. */
  local: localModelFactsSchema.optional(),
});
export type ModelInfo = z.infer<typeof modelInfoSchema>;

/** Answer to `GET /api/models`. */
export const modelsResponseSchema = z.object({
  models: z.array(modelInfoSchema),
  defaultModelId: z.string(),
  /** Connections that could not be listed and why (a wrong key, an endpoint that does not answer); safe to show. */
  problems: z.array(z.object({ provider: z.string(), message: z.string(), reason: keptReasonSchema, connectionId: z.string().optional() })),
  /** The names of the connections, by the part before the colon in the model ids. */
  connections: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
});
export type ModelsResponse = z.infer<typeof modelsResponseSchema>;

export { DEMO_MODEL_ID, DEMO_MODEL_NAME } from './demo-model.ts';
