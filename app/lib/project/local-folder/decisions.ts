import type { SyncConflict, SyncPlan, SyncStep } from './plan-sync.ts';
import { otherSide, type SideName } from './sync-side.ts';

/** The user's decisions by path: which of the shown versions to keep. */
export type Decisions = ReadonlyMap<string, { keep: SideName; shown: SyncConflict }>;

/** Applies the user's decisions to the plan. A decision is ignored if either version has changed since it was shown. */
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
    // The version that is replaced becomes the common one, so that the decision still holds if the copy is interrupted.
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
