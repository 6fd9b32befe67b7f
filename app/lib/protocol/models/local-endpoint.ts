import { z } from 'zod';
import { readLocalAddress } from './local-address.ts';

/** Id prefix of this browser's own connections: the browser calls their models, the server calls all others. */
export const LOCAL_PREFIX = 'local-';
/** Id prefix of the models of a real machine, followed by the machine's id. */
const MACHINE_PREFIX = `${LOCAL_PREFIX}at-`;
export const MOST_LOCAL_ENDPOINTS = 8;

/** The API that the server implements. */
export const localKindSchema = z.enum(['ollama', 'lm-studio', 'openai-compatible']);
export type LocalKind = z.infer<typeof localKindSchema>;

/** A model server on the user's computer or near it, which this browser calls. */
export const localEndpointSchema = z.object({
  /** The part before the colon in its models' ids. */
  id: z.string().regex(/^local-[a-z0-9-]{1,50}$/),
  kind: localKindSchema,
  /** The name shown to the user. */
  name: z.string().min(1).max(60),
  /** As returned by `readLocalAddress`; for `openai-compatible`, the part before `/models`. */
  address: z
    .string()
    .max(500)
    .refine((text) => {
      const read = readLocalAddress(text);
      return read.ok && read.address === text;
    }, 'It must be an address such as http://127.0.0.1:11434, on this computer or in its network, or https.'),
});
export type LocalEndpoint = z.infer<typeof localEndpointSchema>;

/** An endpoint as its worker asks it. */
export const reachedEndpointSchema = localEndpointSchema.extend({
  /**
   * Set for the Ollama of a real machine, which the bridge there asks in the browser's place. `key` is a secret that the bridge takes; it is
   * stored with the machine and in no setting. `hasProgram`: Ollama is installed there.
   */
  bridge: z.object({ key: z.string().min(1).max(100), hasProgram: z.boolean() }).optional(),
});
export type ReachedEndpoint = z.infer<typeof reachedEndpointSchema>;

export const localEndpointsSchema = z
  .array(localEndpointSchema)
  .max(MOST_LOCAL_ENDPOINTS)
  .refine((endpoints) => new Set(endpoints.map(({ id }) => id)).size === endpoints.length, 'Two have the same id.');

/** Facts about a model that runs locally, not at a provider. */
export const localModelFactsSchema = z.object({
  /** Size of its file. */
  bytes: z.number().int().positive().optional(),
  /** For example `Q4_K_M`. */
  quantization: z.string().max(40).optional(),
  /** For example `8.2B`. */
  parameters: z.string().max(40).optional(),
  /** The model is in memory: its first answer does not wait for loading. */
  isLoaded: z.boolean().optional(),
  /** The context window the model supports, in tokens, if it is configured with less. */
  mostContext: z.number().int().positive().optional(),
});

/** Returns the id of the connection to the models of a real machine. */
export function machineModelsId(machineId: string): string {
  return `${MACHINE_PREFIX}${machineId.slice(0, 40)}`;
}

/** Whether the model is one of a real machine, which only chats there can use. */
export function isMachineModel(modelId: string): boolean {
  return modelId.startsWith(MACHINE_PREFIX);
}

/** Whether this browser calls the model. */
export function isLocalModel(modelId: string): boolean {
  return modelId.startsWith(LOCAL_PREFIX);
}
