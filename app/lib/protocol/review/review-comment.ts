import { z } from 'zod';
import { chatIdSchema } from '../ids.ts';

const placeSchema = z.number().int().nonnegative();

/** The diff lines that a comment is about, as they were when the user began the comment. */
export const diffQuoteSchema = z.object({
  /** Indices of the first quoted line in the old and the new text, from 0. If one text lacks the line, the index where it would be. */
  start: placeSchema,
  newStart: placeSchema,
  /** Lines without line ends; `-` lines are only in the old text, `+` lines only in the new one. */
  rows: z.array(z.object({ sign: z.enum(['+', '-', ' ']), text: z.string() })).min(1),
  /** The neighbouring lines, which distinguish equal quotes; null if there is no such line. */
  above: z.string().nullable().catch(null),
  below: z.string().nullable().catch(null),
});
export type DiffQuote = z.infer<typeof diffQuoteSchema>;

/** The user's comment to the agent about lines of a change. */
export const reviewCommentSchema = z.object({
  id: z.string(),
  /** The chat whose agent gets the comment. */
  chatId: chatIdSchema,
  path: z.string(),
  quote: diffQuoteSchema,
  /** Empty while the user is writing the first version. */
  text: z.string(),
  /** The unsaved text in its form; null if no form is open. */
  typed: z.string().nullable().catch(null),
  /** Milliseconds since the epoch; null if it has not been sent to the agent yet. */
  sentAt: z.number().nullable().catch(null),
});
export type ReviewComment = z.infer<typeof reviewCommentSchema>;
