import type { ReviewedFile } from '../use-reviewed-files.ts';

/** A change among all of them: the hunk of a file, or the file itself where it has none. */
export interface ChangePlace {
  path: string;
  /** From 0. */
  index: number;
}

export interface ChangeSteps {
  /** Of the one that was gone to, from 0; -1: none was, or the user has left it. */
  at: number;
  count: number;
  previous: ChangePlace | null;
  next: ChangePlace | null;
}

/** Where one can go from the change that was gone to last; from the beginning of the current file where that is another one. */
export function changeSteps(files: readonly ReviewedFile[], current: string | null, visited: ChangePlace | null): ChangeSteps {
  const places = files.flatMap(({ change: { path }, keys }) => keys.map((_, index): ChangePlace => ({ path, index })));
  const first = places.findIndex(({ path }) => path === current);
  const inFile = places.filter(({ path }) => path === current).length;
  const isThere = visited !== null && visited.path === current && first >= 0;
  // Of what was taken back there may be fewer by now.
  const at = isThere ? first + Math.min(visited.index, inFile - 1) : -1;
  const [before, after] = isThere ? [at - 1, at + 1] : [first - 1, Math.max(first, 0)];
  return { at, count: places.length, previous: places[before] ?? null, next: places[after] ?? null };
}
