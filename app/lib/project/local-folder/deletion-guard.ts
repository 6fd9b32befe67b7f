import type { SyncStep } from './plan-sync.ts';
import type { SideName } from './sync-side.ts';

/** Files of one side that are all gone: before they are deleted on the other one as well, the user is asked. */
export interface ManyDeletions {
  /** Where they are still there. */
  from: SideName;
  paths: readonly string[];
}

/** More than so many at once are asked about. */
const MOST_UNASKED = 20;

/** Of each side, the deletions that are too many to be believed; `files`: how many both sides had in common. What was moved is not deleted. */
export function manyDeletions(steps: readonly SyncStep[], files: number): ManyDeletions[] {
  return (['project', 'disk'] as const).flatMap((from) => {
    const here = steps.filter(({ to }) => to === from);
    const written = new Set(here.map(({ hash }) => hash));
    const paths = here.filter(({ hash, replaces }) => hash === null && !written.has(replaces)).map(({ path }) => path);
    // One file may be all there is, and is not many.
    const isMany = paths.length > MOST_UNASKED || (paths.length > 1 && paths.length > files / 2);
    return isMany ? [{ from, paths }] : [];
  });
}
