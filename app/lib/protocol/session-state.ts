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

/** When a message sent while the agent works is added: before the next step (steer), or after the task (queue). */
export const queuedWhenSchema = z.enum(['after-step', 'after-task']);
export type QueuedWhen = z.infer<typeof queuedWhenSchema>;

/** A model step failed, including its retries. */
const stepFailedSchema = z.object({
  type: z.literal('step-failed'),
  kind: failureKindSchema.catch('refused'),
  message: z.string(),
  /** The same message for the page, which translates it. */
  reason: keptReasonSchema,
  /** When the provider accepts requests again, if it said so. In milliseconds since the epoch. */
  retryAt: z.number().optional(),
});

function failedStep(kind: FailureKind) {
  return ({ message }: { message: string }): z.infer<typeof stepFailedSchema> => ({ type: 'step-failed', kind, message });
}

/** A way to shorten a conversation: summarise its middle, or send only the last turns. */
const windowHelpSchema = z.enum(['summary', 'last-turns']);
export type WindowHelp = z.infer<typeof windowHelpSchema>;

/** Why a run ended or is paused; shown to the user in words. */
export const sessionNoticeSchema = z.discriminatedUnion('type', [
  /** Something other than a step of a model failed. */
  z.object({ type: z.literal('error'), message: z.string(), isRetryable: z.boolean() }),
  stepFailedSchema,
  // The form in older journals.
  z.object({ type: z.literal('no-answer'), message: z.string() }).transform(failedStep('silent-end')),
  /** The last answer was cut off by its length limit or by the provider's content filter. */
  z.object({ type: z.literal('cut-answer'), by: z.enum(['length', 'content-filter']) }),
  /**
   * The model stopped in spite of a remark. The first four: it only announced an action, claimed to have done it, showed it, or wrote calls
   * as text, and nothing was done. The others: it ended a task whose completion was refused, for a reason that still holds.
   */
  z.object({
    type: z.literal('model-stopped'),
    by: z.enum(['announcement', 'claim', 'shown', 'printed-call', 'unchecked', 'check-failed', 'plan-open', 'undone']),
    /** For a refusal: the unchecked files, the failed check, the open subgoals, or the changes that failed or were denied. */
    missing: z.array(z.string()).optional(),
  }),
  z.object({ type: z.literal('silence'), message: z.string() }).transform(failedStep('time-out')),
  z.object({ type: z.literal('iteration-limit'), limit: z.number().int() }),
  z.object({ type: z.literal('stopped') }),
  z.object({
    type: z.literal('interrupted'),
    message: z.string(),
    /** The partial answer is kept up to this time; absent if there was no partial answer or none of it is kept. */
    keptUntil: z.number().optional(),
  }),
  /** The same call gave the same result `times` times in a row. */
  z.object({ type: z.literal('loop'), toolName: z.string(), times: z.number().int() }),
  /** The same error remained after these attempts to fix it. */
  z.object({ type: z.literal('failed-fix'), error: z.string(), attempts: z.array(z.string()) }),
  /** A budget is used up; checked before each step. `used` and `limit` are in the budget's unit. */
  z.object({
    type: z.literal('budget'),
    budget: z.enum(['tokens', 'money', 'minutes']),
    used: z.number(),
    limit: z.number(),
    /** Set for the budget of all tasks of a day; absent for the budget of this task. */
    of: z.literal('day').optional(),
  }),
  /** The conversation no longer fits the model's window and could not be shortened. In tokens. */
  z.object({
    type: z.literal('window'),
    /** Including the room reserved for the answer. */
    needed: z.number().int(),
    window: z.number().int(),
    /** The model refused the request without stating its limit. */
    isGuessed: z.boolean().optional(),
    why: z.string().optional(),
    reason: keptReasonSchema,
    /** Absent in older journals, which did not determine it. */
    helps: z.array(windowHelpSchema).optional(),
  }),
]);
export type SessionNotice = z.infer<typeof sessionNoticeSchema>;
