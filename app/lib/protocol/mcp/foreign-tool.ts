import { z } from 'zod';
import { jsonValueSchema } from '../json-value.ts';

/** Names of all tools that are not ours begin so: none of them can pose as one of ours, which begin otherwise. */
export const FOREIGN_PREFIX = 'mcp_';

export const FOREIGN_LIMITS = {
  /** Tools in one request; providers take 128 together with ours. */
  tools: 96,
  /** Characters. */
  description: 4_000,
  /** Of one schema as JSON, and of all of a request. Characters. */
  schema: 24_000,
  allSchemas: 600_000,
} as const;

/** A tool that the server does not know, as a request to it describes it. Every provider takes such a name, and so does a tag of a text codec. */
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
