import type { AgreementStore } from '../../persistence/folder-store.ts';
import { applyDecisions, type Decisions } from './decisions.ts';
import type { DeletionGuard, ManyDeletions } from './deletion-guard.ts';
import { type LeftFile, planSync, type SyncConflict } from './plan-sync.ts';
import { runSteps } from './run-steps.ts';
import type { SideListing, SideName, SyncSide } from './sync-side.ts';

export interface RoundResult {
  conflicts: readonly SyncConflict[];
  left: readonly LeftFile[];
  /** Deletions that were not made because the user must confirm them. */
  deletions: readonly ManyDeletions[];
  /** Number of files written or removed on each side. */
  done: Record<SideName, number>;
  /** A file changed during the round: another round is needed at once. */
  hasChanged: boolean;
  /** Number of files in the project. */
  files: number;
}

export interface RoundOptions {
  sides: Record<SideName, SyncSide>;
  agreements: AgreementStore;
  /** Called after both sides were listed; returns which paths are synchronised at all. */
  scopeOf(project: SideListing, disk: SideListing): Promise<(path: string) => boolean>;
  decisions: Decisions;
  guard: DeletionGuard;
  /** The folder or the project was left: no further step may start. */
  isOver(): boolean;
  onStep(left: number): void;
}

/** Compares both sides and copies each side's changes to the other. */
export async function syncRound(options: RoundOptions): Promise<RoundResult> {
  const { sides, agreements } = options;
  const known = await agreements.load();
  const [project, disk] = await Promise.all([sides.project.list(), sides.disk.list()]);
  const plan = planSync({ project, disk, agreements: known, isInScope: await options.scopeOf(project, disk) });
  if (plan.agreed.size > 0) await agreements.save(plan.agreed);
  const { steps, conflicts, decided } = applyDecisions(plan, options.decisions);
  const undecided = steps.filter(({ path }) => !decided.has(path));
  for (const { path, to, hash } of steps) if (hash === null && decided.has(path)) options.guard.forget(to);
  const deletions = options.guard.check(undecided, known.size);
  const asked = new Set(deletions.flatMap(({ paths }) => paths));
  const run = await runSteps(
    steps.filter(({ path }) => !asked.has(path)),
    options,
  );
  return {
    conflicts,
    left: [...plan.left, ...run.refused],
    deletions,
    done: run.done,
    hasChanged: run.hasChanged,
    files: project.files.size,
  };
}
