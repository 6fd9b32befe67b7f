import { z } from 'zod';

/**
 * Messages in the shape of the AI SDK's `UIMessage`, so that the server's `convertToModelMessages` takes them as they are.
 * Provider metadata is kept verbatim: it carries thought signatures that the provider wants back byte for byte.
 */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };
export const jsonValueSchema: z.ZodType<JsonValue> = z.json();

export const providerMetadataSchema = z.record(z.string(), z.record(z.string(), jsonValueSchema));
export type ProviderMetadata = z.infer<typeof providerMetadataSchema>;

export const textPartSchema = z.object({
  type: z.literal('text'),
  text: z.string(),
  providerMetadata: providerMetadataSchema.optional(),
});

export const reasoningPartSchema = z.object({
  type: z.literal('reasoning'),
  text: z.string(),
  providerMetadata: providerMetadataSchema.optional(),
});

export const stepStartPartSchema = z.object({ type: z.literal('step-start') });

const toolPartBase = {
  toolCallId: z.string().min(1).max(256),
  callProviderMetadata: providerMetadataSchema.optional(),
};
const toolPartStates = [
  z.object({ ...toolPartBase, state: z.literal('input-available'), input: jsonValueSchema }),
  z.object({ ...toolPartBase, state: z.literal('output-available'), input: jsonValueSchema, output: jsonValueSchema }),
  z.object({ ...toolPartBase, state: z.literal('output-error'), input: jsonValueSchema, errorText: z.string() }),
] as const;

/**
 * Every tool call travels as the SDK's `dynamic-tool` part: the model's tool name stays a value (`toolName`) and never
 * becomes part of a type string or a key. `convertToModelMessages` turns it into the same call and result as a static tool.
 */
export const toolPartSchema = z.discriminatedUnion('state', [
  toolPartStates[0].extend({ type: z.literal('dynamic-tool'), toolName: z.string().max(256) }),
  toolPartStates[1].extend({ type: z.literal('dynamic-tool'), toolName: z.string().max(256) }),
  toolPartStates[2].extend({ type: z.literal('dynamic-tool'), toolName: z.string().max(256) }),
]);

export const messagePartSchema = z.union([textPartSchema, reasoningPartSchema, stepStartPartSchema, toolPartSchema]);

export const chatMessageSchema = z.object({
  id: z.string().min(1).max(64),
  role: z.enum(['user', 'assistant']),
  parts: z.array(messagePartSchema),
});

export type ToolPart = z.infer<typeof toolPartSchema>;
export type MessagePart = z.infer<typeof messagePartSchema>;
export type ChatMessage = z.infer<typeof chatMessageSchema>;

/** Tokens of one model step; a provider may leave any of them out. */
export const tokenUsageSchema = z.object({
  inputTokens: z.number().int().nonnegative().optional(),
  outputTokens: z.number().int().nonnegative().optional(),
});
export type TokenUsage = z.infer<typeof tokenUsageSchema>;
