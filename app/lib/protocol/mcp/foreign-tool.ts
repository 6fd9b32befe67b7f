import { z } from 'zod';
import { jsonValueSchema } from '../json-value.ts';

/** Prefix of every tool name that is not ours, so that no such tool can pose as one of ours. */
export const FOREIGN_PREFIX = 'mcp_';

export const FOREIGN_LIMITS = {
  /** The most such tools in one request; providers accept 128, including our own. */
  tools: 96,
  /** Characters. */
  description: 4_000,
  /** Limits for one schema and for all schemas of a request, as JSON. In characters. */
  schema: 24_000,
  allSchemas: 600_000,
} as const;

/** A tool that the server does not know, as described in a request. Every provider accepts such a name, and so do the tags of a text codec. */
export const foreignToolOfferSchema = z.object({
  name: z.string().regex(/^mcp_[A-Za-z0-9_]{1,60}$/),
  description: z.string().max(FOREIGN_LIMITS.description),
  inputSchema: z
    .looseObject({ type: z.literal('object') })
    .refine((schema) => jsonValueSchema.safeParse(schema).success, 'must be JSON')
    .refine((schema) => JSON.stringify(schema).length <= FOREIGN_LIMITS.schema, `must have at most ${FOREIGN_LIMITS.schema} characters`),
});
export type ForeignToolOffer = z.infer<typeof foreignToolOfferSchema>;

export const foreignToolOffersSchema = z
  .array(foreignToolOfferSchema)
  .max(FOREIGN_LIMITS.tools)
  .refine((offers) => new Set(offers.map(({ name }) => name)).size === offers.length, 'two tools have the same name')
  .refine(
    (offers) => offers.reduce((sum, { inputSchema }) => sum + JSON.stringify(inputSchema).length, 0) <= FOREIGN_LIMITS.allSchemas,
    `the schemas must have at most ${FOREIGN_LIMITS.allSchemas} characters together`,
  );
