import type { SyncConflict, SyncPlan, SyncStep } from './plan-sync.ts';
import { otherSide, type SideName } from './sync-side.ts';

/** What the user has decided, by path: whose version is right, of those that were shown. */
export type Decisions = ReadonlyMap<string, { keep: SideName; shown: SyncConflict }>;

/** The plan as the user has decided. A decision about what is no longer so does not count. */
export function applyDecisions(
  plan: SyncPlan,
  decisions: Decisions,
): { steps: SyncStep[]; conflicts: SyncConflict[]; decided: Set<string> } {
  const decided = new Set<string>();
  const decide = (now: SyncConflict): SyncStep[] => {
    const decision = decisions.get(now.path);
    if (decision === undefined || decision.shown.project !== now.project || decision.shown.disk !== now.disk) return [];
    decided.add(now.path);
    const to = otherSide(decision.keep);
    // What gives way is taken as the common version: cut off, the decision still counts.
    return [{ path: now.path, to, hash: now[decision.keep], replaces: now[to], common: now[to] }];
  };
  const steps = plan.steps.flatMap((step) => {
    const now = step.to === 'disk' ? [step.hash, step.replaces] : [step.replaces, step.hash];
    const [project = null, disk = null] = now;
    const [instead] = decide({ path: step.path, project, disk });
    return instead ?? step;
  });
  const conflicts: SyncConflict[] = [];
  for (const conflict of plan.conflicts) {
    const [step] = decide(conflict);
    if (step === undefined) conflicts.push(conflict);
    else steps.push(step);
  }
  return { steps, conflicts, decided };
}
