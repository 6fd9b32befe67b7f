import { z } from 'zod';

/** A command the user ran in the agent's shell, and how it ended. */
export const userCommandSchema = z.object({
  command: z.string(),
  status: z.enum(['completed', 'running', 'timed_out', 'cancelled']),
  /** null where it has not ended by itself. */
  exitCode: z.number().int().nullable(),
  /** Without escape codes; of a long one the end. */
  output: z.string(),
});
export type UserCommand = z.infer<typeof userCommandSchema>;
