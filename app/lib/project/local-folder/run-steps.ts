import type { Agreement, AgreementStore } from '../../persistence/folder-store.ts';
import type { LeftFile, SyncStep } from './plan-sync.ts';
import { otherSide, type SideName, type SyncSide } from './sync-side.ts';

export interface StepsRun {
  /** Number of files written or removed on each side. */
  done: Record<SideName, number>;
  /** Steps that a side refused. */
  refused: readonly LeftFile[];
  /** A file changed during the round: another comparison is needed. */
  hasChanged: boolean;
}

interface RunStepsOptions {
  sides: Record<SideName, SyncSide>;
  agreements: AgreementStore;
  /** The folder or the project was left: no further step may start. */
  isOver(): boolean;
  onStep(left: number): void;
}

/** Steps saved together as intents. After a crash, at most this many files are compared only by content. */
const STEPS_AT_ONCE = 50;

/**
 * Executes a plan. Each intent is saved before its step and the result after it, so that a page that closes in between leaves
 * nothing that the next comparison would take for a user's change. Rejects if a side is unusable; the results so far stay saved.
 */
export async function runSteps(steps: readonly SyncStep[], options: RunStepsOptions): Promise<StepsRun> {
  const run = { done: { project: 0, disk: 0 }, refused: [] as LeftFile[], hasChanged: false };
  // Removals first: a file may replace a folder, or have the same name as another in different case.
  const ordered = [...steps.filter(({ hash }) => hash === null), ...steps.filter(({ hash }) => hash !== null)];
  for (let at = 0; at < ordered.length && !options.isOver(); at += STEPS_AT_ONCE) {
    const batch = ordered.slice(at, at + STEPS_AT_ONCE);
    await options.agreements.save(new Map(batch.map((step) => [step.path, intended(step)])));
    const done = new Map<string, Agreement | null>();
    try {
      for (const [index, step] of batch.entries()) {
        if (options.isOver()) break;
        options.onStep(ordered.length - at - index);
        await runStep(step, { ...options, run, done });
      }
    } finally {
      if (done.size > 0) await options.agreements.save(done);
    }
  }
  return run;
}

function intended({ common, to, hash }: SyncStep): Agreement {
  return { hash: common, intent: { side: to, hash } };
}

interface StepContext extends RunStepsOptions {
  run: { done: Record<SideName, number>; refused: LeftFile[]; hasChanged: boolean };
  done: Map<string, Agreement | null>;
}

async function runStep(step: SyncStep, { sides, run, done }: StepContext): Promise<void> {
  const { path, to, hash, common } = step;
  const result = await changed(step, sides[to], sides[otherSide(to)]);
  if (result.outcome === 'done') {
    run.done[to] += 1;
    done.set(path, hash === null ? null : { hash });
    return;
  }
  // Nothing was written, so the intent is withdrawn.
  done.set(path, common === null ? null : { hash: common });
  if (result.outcome === 'refused') run.refused.push({ path, why: result.why });
  else run.hasChanged = true;
}

async function changed({ path, hash, replaces }: SyncStep, target: SyncSide, source: SyncSide) {
  // A file that does not exist cannot be removed: that would already have been agreed.
  if (hash === null) return replaces === null ? { outcome: 'changed' as const } : target.remove(path, replaces);
  const file = await source.read(path);
  return file?.hash === hash ? target.write(path, file, replaces) : { outcome: 'changed' as const };
}
