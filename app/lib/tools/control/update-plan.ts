import { z } from 'zod';
import { planAfter, planUpdateSchema } from '../../agent/conversation/plan-update.ts';
import { printOutput } from '../../agent/results/print-output.ts';
import type { JsonValue } from '../../protocol/message.ts';
import type { Subgoal } from '../../protocol/plan.ts';
import { TOOL_NAMES } from '../../protocol/tool-names.ts';
import { defineTool } from '../define-tool.ts';
import { failure } from '../failure.ts';

/** Accepts a whole plan, which models handle best, or changes by id, because a long plan costs tokens each time. */
export const updatePlanTool = defineTool({
  name: TOOL_NAMES.updatePlan,
  kind: 'control',
  description: 'Keep a plan that the user sees: whole as "subgoals", then changes by id as "update". One is in_progress.',
  schema: planUpdateSchema,
  keepsResult: true,
  print: printPlan,
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
        // The model has the objectives from its own calls, and where those are no longer sent, the prompt shows the plan.
        ...(input.update === undefined ? {} : { changed: input.update.map(({ id }) => named(id, plan)), open: openOf(plan) }),
      },
      effects: [{ type: 'plan-updated', plan: [...plan] }],
    };
  },
});

function named(id: string, plan: readonly Subgoal[]): string {
  return `${id}: ${plan.find((subgoal) => subgoal.id === id)?.status ?? 'not_started'}`;
}

function openOf(plan: readonly Subgoal[]): string[] {
  return plan.flatMap(({ id, status }) => (status === 'in_progress' || status === 'not_started' ? [`${id} (${status})`] : []));
}

const printedSchema = z.strictObject({
  subgoals: z.number(),
  completed: z.number(),
  changed: z.array(z.string()).optional(),
  open: z.array(z.string()).optional(),
  note: z.string().optional(),
});

/** Results of older versions, which hold the whole plan, are printed by their fields. */
function printPlan(output: JsonValue): string {
  const read = printedSchema.safeParse(output);
  if (!read.success) return printOutput(output);
  const { subgoals, completed, changed, open = [], note } = read.data;
  const done = `${completed} of ${subgoals} completed.`;
  const lines =
    changed === undefined
      ? `Plan noted: ${subgoals === 1 ? '1 subgoal' : `${subgoals} subgoals`}${completed === 0 ? '.' : `, ${done}`}`
      : `${changed.join(', ')}. ${done} ${open.length === 0 ? 'None is open.' : `Open: ${open.join(', ')}.`}`;
  return [lines, ...(note === undefined ? [] : [note])].join('\n');
}
