import { z } from 'zod';
import { attachmentNoteSchema } from './attachments/attachment-schema.ts';
import { filePartSchema, imagePartSchema } from './attachments/image-schema.ts';
import { jsonValueSchema } from './json-value.ts';

export { type JsonValue, jsonValueSchema } from './json-value.ts';

/**
 * Messages in the shape of the AI SDK's `UIMessage`, so that the server's `convertToModelMessages` takes them as they are.
 * Provider metadata is kept verbatim: it carries thought signatures that the provider wants back byte for byte.
 */
export const providerMetadataSchema = z.record(z.string(), z.record(z.string(), jsonValueSchema));
export type ProviderMetadata = z.infer<typeof providerMetadataSchema>;

export const textPartSchema = z.object({
  type: z.literal('text'),
  text: z.string(),
  providerMetadata: providerMetadataSchema.optional(),
});

/** As the journal stores it: with the source of the attachment. A request contains only the text. */
const keptTextPartSchema = textPartSchema.extend({ attachment: attachmentNoteSchema.optional() });

export const reasoningPartSchema = z.object({
  type: z.literal('reasoning'),
  text: z.string(),
  providerMetadata: providerMetadataSchema.optional(),
});

/** As the journal stores it: with the time the model spent thinking, in milliseconds. Absent in older journals. */
const keptReasoningPartSchema = reasoningPartSchema.extend({ thoughtMs: z.number().int().nonnegative().optional().catch(undefined) });

export const stepStartPartSchema = z.object({ type: z.literal('step-start') });

/** Schemas of a call's id and of its tool's name. */
interface CallNames {
  toolCallId: z.ZodString;
  toolName: z.ZodString;
}

/**
 * Every tool call travels as the SDK's `dynamic-tool` part: the model's tool name stays a value (`toolName`) and never
 * becomes part of a type string or a key. `convertToModelMessages` turns it into the same call and result as a static tool.
 */
function toolPartSchemaOf(names: CallNames) {
  const base = { type: z.literal('dynamic-tool'), ...names, callProviderMetadata: providerMetadataSchema.optional() };
  return z.discriminatedUnion('state', [
    z.object({ ...base, state: z.literal('input-available'), input: jsonValueSchema }),
    z.object({ ...base, state: z.literal('output-available'), input: jsonValueSchema, output: jsonValueSchema }),
    z.object({ ...base, state: z.literal('output-error'), input: jsonValueSchema, errorText: z.string() }),
  ]);
}

/** Accepts any id and any name: a journal stores whatever a model said, and must always open. */
const toolPartSchema = toolPartSchemaOf({ toolCallId: z.string(), toolName: z.string() });

export const messagePartSchema = z.union([
  keptTextPartSchema,
  keptReasoningPartSchema,
  stepStartPartSchema,
  toolPartSchema,
  imagePartSchema,
]);

export const chatMessageSchema = z.object({
  id: z.string().min(1).max(64),
  role: z.enum(['user', 'assistant']),
  parts: z.array(messagePartSchema),
});

/** Longest id and longest tool name of a call in a request. In characters. */
export const LONGEST_CALL_NAME = 256;

const requestPartSchema = z.union([
  textPartSchema,
  reasoningPartSchema,
  stepStartPartSchema,
  toolPartSchemaOf({ toolCallId: z.string().min(1).max(LONGEST_CALL_NAME), toolName: z.string().max(LONGEST_CALL_NAME) }),
  filePartSchema,
]);

/** As a request contains it; `sendableMessages` converts every history into this shape. Only the user's messages contain images. */
export const requestMessageSchema = chatMessageSchema
  .extend({ parts: z.array(requestPartSchema) })
  .refine(({ role, parts }) => role === 'user' || parts.every(({ type }) => type !== 'file'), {
    message: 'only messages of the user have images',
    path: ['parts'],
  });
export type RequestMessage = z.infer<typeof requestMessageSchema>;

export type ToolPart = z.infer<typeof toolPartSchema>;
export type MessagePart = z.infer<typeof messagePartSchema>;
export type ChatMessage = z.infer<typeof chatMessageSchema>;

/** A value that is not a token count is dropped. */
const tokenCountSchema = z.number().int().nonnegative().optional().catch(undefined);

/** Tokens of one model step; a provider may omit any of them. */
export const tokenUsageSchema = z.object({
  inputTokens: tokenCountSchema,
  outputTokens: tokenCountSchema,
  /** Part of the input: tokens the provider read from its cache, and tokens it wrote to its cache. */
  cachedInputTokens: tokenCountSchema,
  cacheWriteTokens: tokenCountSchema,
  /** Part of the output: reasoning tokens. */
  reasoningTokens: tokenCountSchema,
});
export type TokenUsage = z.infer<typeof tokenUsageSchema>;
