import type { SyncStep } from './plan-sync.ts';
import type { SideName } from './sync-side.ts';

/** Files of one side that are all gone: before they are deleted on the other one as well, the user is asked. */
export interface ManyDeletions {
  /** Where they are still there. */
  from: SideName;
  paths: readonly string[];
}

/** Counts what is deleted on each side, also where it comes one by one. */
export interface DeletionGuard {
  /** The deletions that are too many to be believed; the others count from now on. `files`: how many both sides still have in common. */
  check(steps: readonly SyncStep[], files: number): ManyDeletions[];
  /** The user has said that what is gone is to be deleted there: it is counted from the start. */
  forget(side: SideName): void;
}

/** More than so many are asked about. */
const MOST_UNASKED = 20;
/** Within this time: a drive that fails, or a program that clears a folder, may take a second for each file. Milliseconds. */
const WINDOW = 5 * 60_000;

export function createDeletionGuard(now: () => number): DeletionGuard {
  /** When what was deleted on a side, unasked. */
  const recent: Record<SideName, Map<string, number>> = { project: new Map(), disk: new Map() };
  return {
    check: (steps, files) =>
      (['project', 'disk'] as const).flatMap((from) => {
        const paths = deletionsOn(from, steps);
        const before = recent[from];
        for (const [path, at] of before) if (now() - at > WINDOW) before.delete(path);
        const earlier = [...before.keys()].filter((path) => !paths.includes(path)).length;
        const count = paths.length + earlier;
        // One file may be all there is, and is not many.
        const isMany = paths.length > 0 && (count > MOST_UNASKED || (count > 1 && count > (files + earlier) / 2));
        if (isMany) return [{ from, paths }];
        for (const path of paths) before.set(path, now());
        return [];
      }),
    forget: (side) => recent[side].clear(),
  };
}

/** What was moved is not deleted. */
function deletionsOn(side: SideName, steps: readonly SyncStep[]): string[] {
  const here = steps.filter(({ to }) => to === side);
  const written = new Set(here.map(({ hash }) => hash));
  return here.filter(({ hash, replaces }) => hash === null && !written.has(replaces)).map(({ path }) => path);
}
