import { z } from 'zod';
import { readLocalAddress } from './local-address.ts';

/** What the ids of connections of this browser begin with: their models are asked from here, all others by the server. */
export const LOCAL_PREFIX = 'local-';
export const MOST_LOCAL_ENDPOINTS = 8;

/** The API that it speaks. */
export const localKindSchema = z.enum(['ollama', 'lm-studio', 'openai-compatible']);
export type LocalKind = z.infer<typeof localKindSchema>;

/** A server of models on the user's computer or near it, which this browser asks. */
export const localEndpointSchema = z.object({
  /** Before the colon in its models' ids. */
  id: z.string().regex(/^local-[a-z0-9-]{1,50}$/),
  kind: localKindSchema,
  /** Shown to people. */
  name: z.string().min(1).max(60),
  /** As `readLocalAddress` gives it; of one that is `openai-compatible`, what comes before `/models`. */
  address: z
    .string()
    .max(500)
    .refine((text) => {
      const read = readLocalAddress(text);
      return read.ok && read.address === text;
    }, 'It must be an address such as http://127.0.0.1:11434, on this computer or in its network, or https.'),
});
export type LocalEndpoint = z.infer<typeof localEndpointSchema>;

export const localEndpointsSchema = z
  .array(localEndpointSchema)
  .max(MOST_LOCAL_ENDPOINTS)
  .refine((endpoints) => new Set(endpoints.map(({ id }) => id)).size === endpoints.length, 'Two have the same id.');

/** What is known of a model that is on a disk and not at a provider. */
export const localModelFactsSchema = z.object({
  /** Of its file. */
  bytes: z.number().int().positive().optional(),
  /** Such as `Q4_K_M`. */
  quantization: z.string().max(40).optional(),
  /** Such as `8.2B`. */
  parameters: z.string().max(40).optional(),
  /** In memory: its first answer need not wait for that. */
  isLoaded: z.boolean().optional(),
  /** Tokens that the model could have, where it is given fewer. */
  mostContext: z.number().int().positive().optional(),
});

/** Whether it is asked from this browser. */
export function isLocalModel(modelId: string): boolean {
  return modelId.startsWith(LOCAL_PREFIX);
}
