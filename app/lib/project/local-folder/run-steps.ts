import type { Agreement, AgreementStore } from '../../persistence/folder-store.ts';
import type { LeftFile, SyncStep } from './plan-sync.ts';
import { otherSide, type SideName, type SyncSide } from './sync-side.ts';

export interface StepsRun {
  /** Files of each side that were written or removed. */
  done: Record<SideName, number>;
  /** What a side refused. */
  refused: readonly LeftFile[];
  /** Something changed while it was done: it must be compared again. */
  hasChanged: boolean;
}

interface RunStepsOptions {
  sides: Record<SideName, SyncSide>;
  agreements: AgreementStore;
  /** The folder or the project has been left: nothing more may be begun. */
  isOver(): boolean;
  onStep(left: number): void;
}

/** What is noted at once. After a crash so many files at most are compared by their contents alone. */
const STEPS_AT_ONCE = 50;

/**
 * Does the steps of a plan. What is about to be done is noted before, and what was done after it, so that a page which goes between the
 * two leaves nothing that the next comparison takes for a change of the user's. Rejects where a side cannot be used; all that was done
 * until then stays noted.
 */
export async function runSteps(steps: readonly SyncStep[], options: RunStepsOptions): Promise<StepsRun> {
  const run = { done: { project: 0, disk: 0 }, refused: [] as LeftFile[], hasChanged: false };
  // A file may take the place of a folder, or have the name of another in capitals.
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
  // Nothing was written: what was about to be done is no longer.
  done.set(path, common === null ? null : { hash: common });
  if (result.outcome === 'refused') run.refused.push({ path, why: result.why });
  else run.hasChanged = true;
}

async function changed({ path, hash, replaces }: SyncStep, target: SyncSide, source: SyncSide) {
  // Of a file that is not there nothing is removed: it would have been agreed on.
  if (hash === null) return replaces === null ? { outcome: 'changed' as const } : target.remove(path, replaces);
  const file = await source.read(path);
  return file?.hash === hash ? target.write(path, file, replaces) : { outcome: 'changed' as const };
}
