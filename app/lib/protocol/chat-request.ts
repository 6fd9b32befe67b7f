import { z } from 'zod';
import { FOREIGN_LIMITS, foreignToolOffersSchema } from './mcp/foreign-tool.ts';
import { requestMessageSchema } from './message.ts';
import { failureKindSchema } from './models/failure-kind.ts';
import { refusedPartSchema } from './models/refused-part.ts';
import { contextRoomSchema } from './models/too-long.ts';
import { reasoningEffortSchema } from './settings.ts';
import { keptReasonSchema } from './texts/kept-reason-schema.ts';

/** `agent`: the tools are offered. `plan`: only the tools that neither write nor run. `chat`: none. */
export const chatModeSchema = z.enum(['agent', 'plan', 'chat']);
export type ChatMode = z.infer<typeof chatModeSchema>;

/** More messages than this are refused; the browser makes the history shorter before. */
export const MOST_MESSAGES = 10_000;
/** Characters. */
export const LONGEST_SYSTEM_PROMPT = 200_000;

/** Body of `POST /api/chat`: one model step over the whole curated history. The answer is a UI message stream (SSE). */
export const chatRequestSchema = z.object({
  chatId: z.string().min(1).max(64),
  /** `provider:model`, one of `GET /api/models`. */
  modelId: z.string().min(1).max(200),
  mode: chatModeSchema,
  /** Built in the browser (rules files, plan, runtime capabilities); the server adds nothing to it. */
  system: z.string().max(LONGEST_SYSTEM_PROMPT),
  messages: z.array(requestMessageSchema).min(1).max(MOST_MESSAGES),
  /** Names of the tools to offer: what the server knows, or what `foreignTools` describes; other names are a 400. */
  toolNames: z.array(z.string().max(64)).max(64 + FOREIGN_LIMITS.tools),
  /** Tools of other servers, which the browser calls. */
  foreignTools: foreignToolOffersSchema.optional(),
  temperature: z.number().min(0).max(2).optional(),
  /** How much the model thinks; absent, or where its provider does not let that be chosen: as much as it likes. */
  reasoningEffort: reasoningEffortSchema.optional(),
  /** Of the text codecs: where the model's answer is cut off. */
  stopSequences: z.array(z.string().min(1).max(64)).max(8).optional(),
  /** Most tokens of the answer. */
  maxOutputTokens: z.number().int().positive().optional(),
  /** The asker puts a call's arguments together from their pieces: the part that ends them does not repeat them. */
  joinsInputs: z.boolean().optional(),
});
export type ChatRequest = z.infer<typeof chatRequestSchema>;

/** Larger bodies are answered 413. Bytes. */
export const MAX_CHAT_REQUEST_BYTES = 8 * 1024 * 1024;

/** JSON body of every refused request to an `/api/*` route. */
export const apiErrorSchema = z.object({
  error: z.object({
    code: z.string(),
    /** Of a model's step; absent: it is about the request itself. */
    kind: failureKindSchema.optional().catch(undefined),
    /** The part of the request that was refused, if the conversation can continue without it. */
    about: refusedPartSchema.optional().catch(undefined),
    /** Of a conversation that is too long: what it says of the model's window. */
    room: contextRoomSchema.optional().catch(undefined),
    /** The model made a call that its provider could not read, and this is what it had written, as far as the provider says. */
    unreadCall: z.string().optional().catch(undefined),
    /** Says what is wrong, where, and what to do; safe to show. */
    message: z.string(),
    /** The same for the page, which says it in the user's language. */
    reason: keptReasonSchema,
    /** Path of the offending field, such as `messages.0.role`. */
    field: z.string().optional(),
  }),
});
export type ApiError = z.infer<typeof apiErrorSchema>;
