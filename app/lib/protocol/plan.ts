import { z } from 'zod';

/** One step of the agent's plan. */
export const subgoalSchema = z.object({
  /** Stays the same when the subgoal is updated. */
  id: z.string().min(1).max(64),
  objective: z.string().min(1).max(2_000),
  status: z.enum(['not_started', 'in_progress', 'completed', 'blocked']),
  /** How to do it. */
  plan: z.string().max(4_000).optional(),
  /** The latest finding or result. */
  log: z.string().max(4_000).optional(),
});
export type Subgoal = z.infer<typeof subgoalSchema>;
