import { z } from 'zod';
import { toolErrorCodeSchema } from './tool-call.ts';

/**
 * Records that the agent's core keeps about its own work, for the user to read (Settings → Diagnostics). They never leave the browser and
 * contain no content: no prompt, no argument, no output. Times in milliseconds, `at` since the epoch.
 */
const base = { at: z.number(), chatId: z.string() };
export const telemetryEventSchema = z.discriminatedUnion('type', [
  z.object({
    ...base,
    type: z.literal('model-request'),
    modelId: z.string(),
    mode: z.string(),
    durationMs: z.number(),
    /** Time to the first byte of the answer; absent if there was none. */
    firstByteMs: z.number().optional(),
    inputTokens: z.number().optional(),
    outputTokens: z.number().optional(),
    cachedInputTokens: z.number().optional(),
    cacheWriteTokens: z.number().optional(),
    reasoningTokens: z.number().optional(),
    outcome: z.enum(['finished', 'failed', 'stopped']),
    finishReason: z.string().optional(),
    /** The error message, safe to show. */
    message: z.string().optional(),
  }),
  z.object({
    ...base,
    type: z.literal('tool-call'),
    toolName: z.string(),
    durationMs: z.number(),
    outcome: z.enum(['success', 'error', 'cancelled']),
    code: toolErrorCodeSchema.optional(),
  }),
  z.object({
    ...base,
    type: z.literal('approval'),
    toolName: z.string(),
    decision: z.enum(['approve', 'hunks', 'edit', 'deny']),
    /** From the question to the user's answer. */
    waitedMs: z.number(),
  }),
  z.object({ ...base, type: z.literal('retry'), attempt: z.number().int(), delayMs: z.number(), message: z.string() }),
  z.object({
    ...base,
    type: z.literal('run'),
    outcome: z.string(),
    steps: z.number().int(),
    durationMs: z.number(),
    /** Summary of the session; absent in older logs. */
    summary: z
      .object({ toolCalls: z.number(), filesCreated: z.number(), filesModified: z.number(), commandsExecuted: z.number() })
      .optional(),
  }),
  z.object({ ...base, type: z.literal('guard'), guard: z.string(), message: z.string() }),
  /** A slash command of the user; only its name is recorded. `chatId` is empty if no chat is open. */
  z.object({ ...base, type: z.literal('command'), name: z.string() }),
  z.object({ ...base, type: z.literal('error'), where: z.string(), message: z.string() }),
]);
export type TelemetryEvent = z.infer<typeof telemetryEventSchema>;
