import { z } from 'zod';
import { type Subgoal, subgoalSchema } from '../../protocol/plan.ts';

const MOST_SUBGOALS = 50;

/** The tool's arguments: at least one of the two fields. `update` is applied to `subgoals` if both are given. */
export const planUpdateSchema = z.object({
  subgoals: z
    .array(
      subgoalSchema.extend({
        plan: subgoalSchema.shape.plan.meta({ description: 'How to do it', isRarelyGiven: true }),
        log: subgoalSchema.shape.log.meta({ description: 'The latest finding', isRarelyGiven: true }),
      }),
    )
    .min(1)
    .max(MOST_SUBGOALS)
    .optional()
    .meta({ description: 'All, in order', isShownOnly: true }),
  update: z
    .array(
      z.object({
        id: subgoalSchema.shape.id,
        status: subgoalSchema.shape.status.optional().meta({ description: 'As in subgoals', isAsAbove: true }),
        objective: subgoalSchema.shape.objective.optional(),
        plan: subgoalSchema.shape.plan.meta({ description: 'How to do it', isRarelyGiven: true }),
        log: subgoalSchema.shape.log.meta({ description: 'The latest finding', isRarelyGiven: true }),
      }),
    )
    .min(1)
    .max(MOST_SUBGOALS)
    .optional()
    .meta({ description: 'By id; what is left out stays, a new id adds one', isShownOnly: true }),
});
export type PlanUpdate = z.infer<typeof planUpdateSchema>;

/** Returns the plan after the call, or the problem with the call. */
export function planAfter(plan: readonly Subgoal[], { subgoals, update }: PlanUpdate): { plan: readonly Subgoal[] } | { problem: string } {
  if (subgoals === undefined && update === undefined) return { problem: 'Give "subgoals" (the whole plan) or "update" (changes by id).' };
  const before = subgoals ?? plan;
  const twice = before.find(({ id }, index) => before.findIndex((other) => other.id === id) !== index);
  if (twice !== undefined) return { problem: `The id ${JSON.stringify(twice.id)} appears twice; each subgoal needs its own.` };
  const after = new Map(before.map((subgoal) => [subgoal.id, subgoal]));
  for (const { id, ...given } of update ?? []) {
    const known = after.get(id);
    const objective = given.objective ?? known?.objective;
    if (objective === undefined) return { problem: unknownId(id, [...after.keys()]) };
    const how = given.plan ?? known?.plan;
    const log = given.log ?? known?.log;
    after.set(id, {
      id,
      objective,
      status: given.status ?? known?.status ?? 'not_started',
      ...(how === undefined ? {} : { plan: how }),
      ...(log === undefined ? {} : { log }),
    });
  }
  if (after.size > MOST_SUBGOALS) return { problem: `A plan holds at most ${MOST_SUBGOALS} subgoals.` };
  return { plan: [...after.values()] };
}

function unknownId(id: string, ids: readonly string[]): string {
  const known = ids.length === 0 ? 'There is no plan yet' : `The ids are: ${ids.join(', ')}`;
  return `There is no subgoal ${JSON.stringify(id)}. ${known}. To add it, give its objective.`;
}
