import { z } from 'zod';
import { keptReasonSchema } from '../texts/kept-reason-schema.ts';
import { refusedPartSchema } from './refused-part.ts';
import { contextRoomSchema } from './too-long.ts';

/**
 * Why a model step failed, classified by how the user can react. The same word is used from the provider's refusal to the card: the server
 * sets it, `StepTransportError` and `StepFailedError` carry it, and the run's notice stores it.
 */
export const failureKindSchema = z.enum([
  /** The key is missing, wrong, or may not use this model. */
  'wrong-key',
  /** Credits, balance or plan are used up. */
  'no-quota',
  /** Too many requests or tokens at the moment; goes away without action. */
  'rate-limit',
  /** The provider itself has a problem. */
  'overload',
  'context-too-long',
  /** A filter withheld the answer or blocked the request. */
  'content-refused',
  /** No answer, or no further data, for too long. */
  'time-out',
  /** The provider's server cannot be reached. */
  'network-gone',
  /** The response is not a model's answer. */
  'malformed',
  /** The answer stopped halfway. */
  'cut-off',
  /** The answer ended normally but is empty. */
  'silent-end',
  'unknown-model',
  /** The request was refused for any other reason. */
  'refused',
]);
export type FailureKind = z.infer<typeof failureKindSchema>;

const WORTH_A_RETRY: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'rate-limit',
  'overload',
  'time-out',
  'network-gone',
  'malformed',
  'cut-off',
  'silent-end',
]);

/** Whether sending the same request again may succeed. */
export function isWorthRetry(kind: FailureKind): boolean {
  return WORTH_A_RETRY.has(kind);
}

/** For an answer that has already begun: sent in its stream, before the error text. */
export const streamFailureSchema = z.object({
  kind: failureKindSchema.catch('cut-off'),
  /** Milliseconds. */
  retryAfterMs: z.number().nonnegative().optional().catch(undefined),
  /** The error text for the page, which translates it. */
  reason: keptReasonSchema,
  about: refusedPartSchema.optional().catch(undefined),
  /** Set when the conversation is too long: the token counts that the refusal states. */
  room: contextRoomSchema.optional().catch(undefined),
  /** The text of a tool call that the provider could not parse, as far as the provider returns it. */
  unreadCall: z.string().optional().catch(undefined),
});
export type StreamFailure = z.infer<typeof streamFailureSchema>;
