import { z } from 'zod';
import { keptReasonSchema } from '../texts/kept-reason-schema.ts';
import { refusedPartSchema } from './refused-part.ts';
import { contextRoomSchema } from './too-long.ts';

/**
 * Why a step of a model gave no answer, told apart by what the user can do about it. One word from the provider's refusal to the card:
 * the server names it, `StepTransportError` and `StepFailedError` carry it, a run's notice keeps it.
 */
export const failureKindSchema = z.enum([
  /** The key is missing, wrong, or may not use this model. */
  'wrong-key',
  /** Paid for no longer: credits, balance or plan are used up. */
  'no-quota',
  /** Too many requests or tokens for now; passes by itself. */
  'rate-limit',
  /** The provider has trouble of its own. */
  'overload',
  'context-too-long',
  /** A filter withheld the answer, or would not let the request through. */
  'content-refused',
  /** No answer, or no more of it, for too long. */
  'time-out',
  /** Who should have been asked cannot be reached. */
  'network-gone',
  /** What came is no model's answer. */
  'malformed',
  /** The answer broke off. */
  'cut-off',
  /** The answer came to its end and says nothing. */
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

/** Whether the same request may be answered when it is sent again. */
export function isWorthRetry(kind: FailureKind): boolean {
  return WORTH_A_RETRY.has(kind);
}

/** Of an answer that has begun: sent in its stream before the words of the error. */
export const streamFailureSchema = z.object({
  kind: failureKindSchema.catch('cut-off'),
  /** Milliseconds. */
  retryAfterMs: z.number().nonnegative().optional().catch(undefined),
  /** The words of the error for the page, which says them in the user's language. */
  reason: keptReasonSchema,
  about: refusedPartSchema.optional().catch(undefined),
  /** Of a conversation that is too long: what it says of the model's window. */
  room: contextRoomSchema.optional().catch(undefined),
  /** The model made a call that its provider could not read, and this is what it had written, as far as the provider says. */
  unreadCall: z.string().optional().catch(undefined),
});
export type StreamFailure = z.infer<typeof streamFailureSchema>;
