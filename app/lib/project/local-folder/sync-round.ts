import type { AgreementStore } from '../../persistence/folder-store.ts';
import { applyDecisions, type Decisions } from './decisions.ts';
import type { DeletionGuard, ManyDeletions } from './deletion-guard.ts';
import { type LeftFile, planSync, type SyncConflict } from './plan-sync.ts';
import { runSteps } from './run-steps.ts';
import type { SideListing, SideName, SyncSide } from './sync-side.ts';

export interface RoundResult {
  conflicts: readonly SyncConflict[];
  left: readonly LeftFile[];
  /** Asked about, and not done. */
  deletions: readonly ManyDeletions[];
  /** Files of each side that were written or removed. */
  done: Record<SideName, number>;
  /** Something changed meanwhile: another round is needed at once. */
  hasChanged: boolean;
  /** What the project has. */
  files: number;
}

export interface RoundOptions {
  sides: Record<SideName, SyncSide>;
  agreements: AgreementStore;
  /** Once both sides have been looked at: what is kept equal at all. */
  scopeOf(project: SideListing, disk: SideListing): Promise<(path: string) => boolean>;
  decisions: Decisions;
  guard: DeletionGuard;
  /** The folder or the project has been left: nothing more may be begun. */
  isOver(): boolean;
  onStep(left: number): void;
}

/** Compares both sides and brings each to what has changed on the other. */
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
