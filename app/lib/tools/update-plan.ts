import { z } from 'zod';
import { subgoalSchema } from '../protocol/plan.ts';
import { defineTool } from './define-tool.ts';

const schema = z.object({
  subgoals: z
    .array(
      subgoalSchema.extend({
        id: subgoalSchema.shape.id.describe('Stays the same when the subgoal is updated'),
        log: subgoalSchema.shape.log.describe('What was learnt or done last'),
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
