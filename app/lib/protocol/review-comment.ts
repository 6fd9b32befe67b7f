import { z } from 'zod';
import { chatIdSchema } from './ids.ts';

const placeSchema = z.number().int().nonnegative();

/** Lines of a difference that a comment is about, as they were when it was begun. */
export const diffQuoteSchema = z.object({
  /** Places of its first line in the text before and after, from 0; of a line that is only in one of them, where it would be in the other. */
  start: placeSchema,
  newStart: placeSchema,
  /** Without their ends; `-` are lines of the text before only, `+` of the text after only. */
  rows: z.array(z.object({ sign: z.enum(['+', '-', ' ']), text: z.string() })).min(1),
  /** The lines next to it, by which it is found again where the same lines are more than once; null: there is none. */
  above: z.string().nullable().catch(null),
  below: z.string().nullable().catch(null),
});
export type DiffQuote = z.infer<typeof diffQuoteSchema>;

/** What the user has to say to the agent about lines of a change. */
export const reviewCommentSchema = z.object({
  id: z.string(),
  /** Whose agent it is for. */
  chatId: chatIdSchema,
  path: z.string(),
  quote: diffQuoteSchema,
  /** Empty: it is still being written for the first time. */
  text: z.string(),
  /** What is in its form; null: no form is open. */
  typed: z.string().nullable().catch(null),
  /** Milliseconds since the epoch; null: the agent has not been sent it. */
  sentAt: z.number().nullable().catch(null),
});
export type ReviewComment = z.infer<typeof reviewCommentSchema>;
