import type { SyncStep } from './plan-sync.ts';
import type { SideName } from './sync-side.ts';

/** Many files that disappeared from one side: the user is asked before they are deleted on the other side as well. */
export interface ManyDeletions {
  /** The side that still has them. */
  from: SideName;
  paths: readonly string[];
}

/** Counts the deletions on each side, even if they happen one by one. */
export interface DeletionGuard {
  /**
   * Returns the deletions that the user must confirm; the others are counted from now on. `files`: how many files both sides
   * still have in common.
   */
  check(steps: readonly SyncStep[], files: number): ManyDeletions[];
  /** The user has confirmed the deletions on that side: counting starts again. */
  forget(side: SideName): void;
}

/** Above this number the user is asked. */
const MOST_UNASKED = 20;
/**
 * Deletions within this time are counted together: a failing drive, or a program that clears a folder, may take a second per file. In
 * milliseconds.
 */
const WINDOW = 5 * 60_000;

export function createDeletionGuard(now: () => number): DeletionGuard {
  /** When each file was deleted on a side without asking. */
  const recent: Record<SideName, Map<string, number>> = { project: new Map(), disk: new Map() };
  return {
    check: (steps, files) =>
      (['project', 'disk'] as const).flatMap((from) => {
        const paths = deletionsOn(from, steps);
        const before = recent[from];
        for (const [path, at] of before) if (now() - at > WINDOW) before.delete(path);
        const earlier = [...before.keys()].filter((path) => !paths.includes(path)).length;
        const count = paths.length + earlier;
        // A single deleted file may be the whole project, but one is not many.
        const isMany = paths.length > 0 && (count > MOST_UNASKED || (count > 1 && count > (files + earlier) / 2));
        if (isMany) return [{ from, paths }];
        for (const path of paths) before.set(path, now());
        return [];
      }),
    forget: (side) => recent[side].clear(),
  };
}

/** A moved file does not count as deleted. */
function deletionsOn(side: SideName, steps: readonly SyncStep[]): string[] {
  const here = steps.filter(({ to }) => to === side);
  const written = new Set(here.map(({ hash }) => hash));
  return here.filter(({ hash, replaces }) => hash === null && !written.has(replaces)).map(({ path }) => path);
}
