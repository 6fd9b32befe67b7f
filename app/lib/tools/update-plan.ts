import { z } from 'zod';
import { defineTool } from './define-tool.ts';

const schema = z.object({
  subgoals: z
    .array(
      z.object({
        id: z.string().min(1).max(64).describe('Stays the same when the subgoal is updated'),
        objective: z.string().min(1).max(2_000),
        status: z.enum(['not_started', 'in_progress', 'completed', 'blocked']),
        log: z.string().max(4_000).optional().describe('What was learnt or done last'),
      }),
    )
    .min(1)
    .max(50)
    .describe('The whole plan in order; it replaces the one before'),
});

export const updatePlanTool = defineTool({
  name: 'devonz_update_plan',
  kind: 'control',
  description: 'Keep a plan of subgoals for work of several steps; the person sees it. Send the whole plan each time.',
  schema,
  async plan() {
    return { ok: true, intent: { kind: 'control' } };
  },
  async run({ subgoals }) {
    const completed = subgoals.filter((subgoal) => subgoal.status === 'completed').length;
    return { ok: true, output: { subgoals: subgoals.length, completed } };
  },
});
