import type { ReviewedFile } from '../use-reviewed-files.ts';

/** One of all changes: a hunk of a file, or the file itself if it has no hunks. */
export interface ChangePlace {
  path: string;
  /** Counted from 0. */
  index: number;
}

export interface ChangeSteps {
  /** Index of the change that was visited last, from 0. -1 if there is none, or if the user has left it. */
  at: number;
  count: number;
  previous: ChangePlace | null;
  next: ChangePlace | null;
}

/** The previous and next change, seen from the one visited last; if the current file is another one, from the start of that file. */
export function changeSteps(files: readonly ReviewedFile[], current: string | null, visited: ChangePlace | null): ChangeSteps {
  const places = files.flatMap(({ change: { path }, keys }) => keys.map((_, index): ChangePlace => ({ path, index })));
  const first = places.findIndex(({ path }) => path === current);
  const inFile = places.filter(({ path }) => path === current).length;
  const isThere = visited !== null && visited.path === current && first >= 0;
  // After a revert the file may have fewer changes.
  const at = isThere ? first + Math.min(visited.index, inFile - 1) : -1;
  const [before, after] = isThere ? [at - 1, at + 1] : [first - 1, Math.max(first, 0)];
  return { at, count: places.length, previous: places[before] ?? null, next: places[after] ?? null };
}
