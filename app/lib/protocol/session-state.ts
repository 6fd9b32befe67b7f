import { z } from 'zod';
import { type FailureKind, failureKindSchema } from './models/failure-kind.ts';
import { keptReasonSchema } from './texts/kept-reason-schema.ts';

/** The seven states of a session. */
export const agentStatusSchema = z.enum([
  'idle',
  'thinking',
  'executing',
  'waiting_for_approval',
  'waiting_for_user',
  'error',
  'completed',
]);
export type AgentStatus = z.infer<typeof agentStatusSchema>;

/** When a message sent while the agent works goes in: before the next step (steer), or when the task is over (queue). */
export const queuedWhenSchema = z.enum(['after-step', 'after-task']);
export type QueuedWhen = z.infer<typeof queuedWhenSchema>;

/** A step of a model gave no answer, also where it was asked again. */
const stepFailedSchema = z.object({
  type: z.literal('step-failed'),
  kind: failureKindSchema.catch('refused'),
  message: z.string(),
  /** The same for the page, which says it in the user's language. */
  reason: keptReasonSchema,
  /** When the provider takes requests again, where it named that. Milliseconds since the epoch. */
  retryAt: z.number().optional(),
});

function failedStep(kind: FailureKind) {
  return ({ message }: { message: string }): z.infer<typeof stepFailedSchema> => ({ type: 'step-failed', kind, message });
}

/** A way to make a conversation shorter: a summary of its middle, or sending only the last turns. */
const windowHelpSchema = z.enum(['summary', 'last-turns']);
export type WindowHelp = z.infer<typeof windowHelpSchema>;

/** Why a run ended or is paused; shown in words. */
export const sessionNoticeSchema = z.discriminatedUnion('type', [
  /** Something other than a step of a model failed. */
  z.object({ type: z.literal('error'), message: z.string(), isRetryable: z.boolean() }),
  stepFailedSchema,
  // As older journals have it.
  z.object({ type: z.literal('no-answer'), message: z.string() }).transform(failedStep('silent-end')),
  /** The last answer ends where its length was used up, or where the provider's filter cut it. */
  z.object({ type: z.literal('cut-answer'), by: z.enum(['length', 'content-filter']) }),
  z.object({ type: z.literal('silence'), message: z.string() }).transform(failedStep('time-out')),
  z.object({ type: z.literal('iteration-limit'), limit: z.number().int() }),
  z.object({ type: z.literal('stopped') }),
  z.object({
    type: z.literal('interrupted'),
    message: z.string(),
    /** Until when what had come of the answer under way is kept. Absent: no answer was, or nothing of it is kept. */
    keptUntil: z.number().optional(),
  }),
  /** The same call gave the same result `times` times in a row. */
  z.object({ type: z.literal('loop'), toolName: z.string(), times: z.number().int() }),
  /** The same error remained after `attempts` attempts to correct it. */
  z.object({ type: z.literal('failed-fix'), error: z.string(), attempts: z.array(z.string()) }),
  /** A budget is used up; checked before the next step. `used` and `limit` in the budget's unit. */
  z.object({
    type: z.literal('budget'),
    budget: z.enum(['tokens', 'money', 'minutes']),
    used: z.number(),
    limit: z.number(),
    /** Of all tasks of a day together. Absent: of this task. */
    of: z.literal('day').optional(),
  }),
  /** The conversation no longer fits the model's window and could not be made shorter, and why. Tokens. */
  z.object({
    type: z.literal('window'),
    /** With the room that is kept for the answer. */
    needed: z.number().int(),
    window: z.number().int(),
    /** The model refused what was sent and did not say how much it holds. */
    isGuessed: z.boolean().optional(),
    why: z.string().optional(),
    reason: keptReasonSchema,
    /** Absent in older journals: nobody has looked. */
    helps: z.array(windowHelpSchema).optional(),
  }),
]);
export type SessionNotice = z.infer<typeof sessionNoticeSchema>;
