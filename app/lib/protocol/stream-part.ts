/**
 * The parts of the AI SDK's UI message stream (`x-vercel-ai-ui-message-stream: v1`) that the turn reader acts on.
 * Source: the `ai` package, 6.0.323. Unknown types are ignored, so that a newer server does not break an older page.
 */
import { z } from 'zod';
import { providerMetadataSchema } from './message.ts';
import { streamFailureSchema } from './models/failure-kind.ts';

/** An odd value must not lose the whole part: invalid metadata is dropped, an invalid name becomes empty. */
const metadata = { providerMetadata: providerMetadataSchema.optional().catch(undefined) };
const id = z.string().catch('');
const toolName = z.string().catch('');
/** The provider runs this call itself. */
const providerExecuted = z.boolean().optional().catch(undefined);

export const streamPartSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start') }),
  z.object({ type: z.literal('start-step') }),
  z.object({ type: z.literal('text-start'), id, ...metadata }),
  z.object({ type: z.literal('text-delta'), id, delta: z.string(), ...metadata }),
  z.object({ type: z.literal('text-end'), id, ...metadata }),
  z.object({ type: z.literal('reasoning-start'), id, ...metadata }),
  z.object({ type: z.literal('reasoning-delta'), id, delta: z.string(), ...metadata }),
  z.object({ type: z.literal('reasoning-end'), id, ...metadata }),
  z.object({ type: z.literal('tool-input-start'), toolCallId: id, toolName }),
  z.object({ type: z.literal('tool-input-delta'), toolCallId: id, inputTextDelta: z.string() }),
  z.object({
    type: z.literal('tool-input-available'),
    toolCallId: id,
    toolName,
    /** Absent if the preceding deltas contain the whole input. */
    input: z.unknown().optional(),
    providerExecuted,
    ...metadata,
  }),
  z.object({
    type: z.literal('tool-input-error'),
    toolCallId: id,
    toolName,
    /** The text that was not valid JSON, or the value parsed from it. */
    input: z.unknown(),
    errorText: z.string().catch(''),
    providerExecuted,
    ...metadata,
  }),
  z.object({ type: z.literal('tool-output-available'), toolCallId: id, output: z.unknown() }),
  z.object({ type: z.literal('tool-output-error'), toolCallId: id, errorText: z.string().catch('') }),
  z.object({ type: z.literal('file'), mediaType: z.string().catch('') }),
  z.object({ type: z.literal('message-metadata'), messageMetadata: z.unknown() }),
  z.object({ type: z.literal('finish-step') }),
  z.object({ type: z.literal('finish'), finishReason: z.string().optional().catch(undefined), messageMetadata: z.unknown().optional() }),
  z.object({ type: z.literal('abort'), reason: z.string().optional().catch(undefined) }),
  /** Our own part: the kind of failure for the `error` part after it. */
  z.object({ type: z.literal('data-failure'), data: streamFailureSchema }),
  z.object({ type: z.literal('error'), errorText: z.string().catch('') }),
]);
export type StreamPart = z.infer<typeof streamPartSchema>;

/** The provider paused the answer and will continue it, or the answer filled the model's window. */
export const stepEndingSchema = z.enum(['paused', 'window-full']);
export type StepEnding = z.infer<typeof stepEndingSchema>;

/** `messageMetadata` as our server sends it, with the `finish-step` part. */
export const stepMetadataSchema = z.object({
  usage: z
    .object({
      inputTokens: z.number().optional(),
      outputTokens: z.number().optional(),
      cachedInputTokens: z.number().optional(),
      cacheWriteTokens: z.number().optional(),
      reasoningTokens: z.number().optional(),
    })
    .optional(),
  modelId: z.string().optional(),
  /** If absent, the finish reason applies. */
  ending: stepEndingSchema.optional().catch(undefined),
});
