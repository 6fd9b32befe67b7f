import { z } from 'zod';
import { FOREIGN_LIMITS, foreignToolOffersSchema } from './mcp/foreign-tool.ts';
import { requestMessageSchema } from './message.ts';
import { failureKindSchema } from './models/failure-kind.ts';
import { refusedPartSchema } from './models/refused-part.ts';
import { contextRoomSchema } from './models/too-long.ts';
import { reasoningEffortSchema } from './settings.ts';
import { keptReasonSchema } from './texts/kept-reason-schema.ts';

/** `agent`: all tools are offered. `plan`: only tools that neither write nor run anything. `chat`: no tools. */
export const chatModeSchema = z.enum(['agent', 'plan', 'chat']);
export type ChatMode = z.infer<typeof chatModeSchema>;

/** A request with more messages is refused; the browser shortens the history first. */
export const MOST_MESSAGES = 10_000;
/** Characters. */
export const LONGEST_SYSTEM_PROMPT = 200_000;

/** Body of `POST /api/chat`: one model step over the whole curated history. The answer is a UI message stream (SSE). */
export const chatRequestSchema = z.object({
  chatId: z.string().min(1).max(64),
  /** `provider:model`, one of the ids from `GET /api/models`. */
  modelId: z.string().min(1).max(200),
  mode: chatModeSchema,
  /** Built in the browser (rules files, plan, runtime capabilities); the server adds nothing to it. */
  system: z.string().max(LONGEST_SYSTEM_PROMPT),
  messages: z.array(requestMessageSchema).min(1).max(MOST_MESSAGES),
  /** Names of the tools to offer: tools that the server knows, or tools described in `foreignTools`. Any other name is answered 400. */
  toolNames: z.array(z.string().max(64)).max(64 + FOREIGN_LIMITS.tools),
  /** Tools of MCP servers. The browser runs their calls. */
  foreignTools: foreignToolOffersSchema.optional(),
  temperature: z.number().min(0).max(2).optional(),
  /** How much the model thinks. Absent, or not configurable at its provider: as much as the model likes. */
  reasoningEffort: reasoningEffortSchema.optional(),
  /** For the text codecs: the model's answer ends at any of these. */
  stopSequences: z.array(z.string().min(1).max(64)).max(8).optional(),
  /** The most tokens the answer may have. */
  maxOutputTokens: z.number().int().positive().optional(),
  /** The client joins the pieces of a call's arguments itself, so the part that ends the call does not repeat them. */
  joinsInputs: z.boolean().optional(),
});
export type ChatRequest = z.infer<typeof chatRequestSchema>;

/** Larger bodies are answered 413. In bytes. */
export const MAX_CHAT_REQUEST_BYTES = 8 * 1024 * 1024;

/** JSON body of every refused request to an `/api/*` route. */
export const apiErrorSchema = z.object({
  error: z.object({
    code: z.string(),
    /** Set when a model's step failed; absent when the request itself is at fault. */
    kind: failureKindSchema.optional().catch(undefined),
    /** The part of the request that the provider refused, if the conversation can continue without it. */
    about: refusedPartSchema.optional().catch(undefined),
    /** Set when the conversation is too long: the token counts that the refusal states. */
    room: contextRoomSchema.optional().catch(undefined),
    /** The text of a tool call that the provider could not parse, as far as the provider returns it. */
    unreadCall: z.string().optional().catch(undefined),
    /** States the problem, where it is, and how to fix it; safe to show. */
    message: z.string(),
    /** The same message for the page, which translates it. */
    reason: keptReasonSchema,
    /** Path of the offending field, such as `messages.0.role`. */
    field: z.string().optional(),
  }),
});
export type ApiError = z.infer<typeof apiErrorSchema>;
