import { z } from 'zod';

/** A command the user ran in the agent's shell, and how it ended. */
export const userCommandSchema = z.object({
  command: z.string(),
  status: z.enum(['completed', 'running', 'timed_out', 'cancelled']),
  /** The exit code; null if the command did not end on its own. */
  exitCode: z.number().int().nullable(),
  /** Without escape codes; only the end of a long output. */
  output: z.string(),
  /** The parts of the output that are standard error; absent if the host could not tell. */
  errorParts: z.array(z.object({ from: z.number().int().nonnegative(), to: z.number().int().nonnegative() })).optional(),
  /** The lines that it printed, if the output does not have them all. */
  lineCount: z.number().int().optional(),
});
export type UserCommand = z.infer<typeof userCommandSchema>;
