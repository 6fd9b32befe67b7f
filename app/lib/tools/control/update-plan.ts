import { planAfter, planUpdateSchema } from '../../agent/conversation/plan-update.ts';
import { TOOL_NAMES } from '../../protocol/tool-names.ts';
import { defineTool } from '../define-tool.ts';
import { failure } from '../failure.ts';

/** Accepts a whole plan, which models handle best, or changes by id, because a long plan costs tokens each time. */
export const updatePlanTool = defineTool({
  name: TOOL_NAMES.updatePlan,
  kind: 'control',
  description:
    'Keep a plan, which the user sees: first whole as "subgoals", later what changes as "update", by id. Exactly one subgoal is in_progress.',
  schema: planUpdateSchema,
  keepsResult: true,
  async plan() {
    return { ok: true, intent: { kind: 'control' } };
  },
  async run(input, { session }) {
    const after = planAfter(session?.plan ?? [], input);
    if ('problem' in after) return failure('bad_arguments', after.problem);
    const { plan } = after;
    return {
      ok: true,
      output: {
        subgoals: plan.length,
        completed: plan.filter(({ status }) => status === 'completed').length,
        // After an update, the whole plan appears nowhere else in what the model receives.
        ...(input.update === undefined
          ? {}
          : {
              plan: plan.map(({ id, objective, status, plan: how }) => ({
                id,
                objective,
                status,
                ...(how === undefined ? {} : { plan: how }),
              })),
            }),
      },
      effects: [{ type: 'plan-updated', plan: [...plan] }],
    };
  },
});
