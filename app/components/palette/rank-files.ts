import { defaultFilter } from 'cmdk';
import { hasInOrder } from './has-in-order.ts';

/** The most paths that are ranked; with more, the query is too short for a good ranking. */
const MOST_RANKED = 2_000;

export interface FileQuery {
  name: string;
  /** From `name:line:column`. */
  line: number | null;
  column: number | null;
}

/** Parses `app.ts:42:7`, as printed by tools; lines and columns count from 1. */
export function readFileQuery(typed: string): FileQuery {
  const [, name = '', line, column] = /^(.*?)(?::(\d{1,9}))?(?::(\d{1,9}))?:?$/s.exec(typed.trim()) ?? [];
  return { name, line: line === undefined ? null : Number(line), column: column === undefined ? null : Number(column) };
}

/** Returns the paths that contain the letters of `name` in order, the best first; of equal ones, the most recently used. */
export function rankFiles(paths: Iterable<string>, recent: readonly string[], name: string): string[] {
  const wanted = name.replaceAll(' ', '').toLowerCase();
  const places = new Map(recent.map((path, index) => [path, index]));
  const ageOf = (path: string) => places.get(path) ?? places.size;
  const found = [...paths].filter((path) => hasInOrder(path.toLowerCase(), wanted));
  if (wanted === '') return found.sort((a, b) => ageOf(a) - ageOf(b) || (a < b ? -1 : 1));
  // Short paths first, because the paths that are not ranked are cut off at the end.
  if (found.length > MOST_RANKED) found.sort((a, b) => ageOf(a) - ageOf(b) || a.length - b.length);
  return found
    .slice(0, MOST_RANKED)
    .map((path) => ({ path, score: scoreOf(path, wanted) }))
    .sort((a, b) => b.score - a.score || ageOf(a.path) - ageOf(b.path) || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
}

/** A match in the file's own name counts more than one in its folders. */
function scoreOf(path: string, wanted: string): number {
  const fileName = path.slice(path.lastIndexOf('/') + 1);
  return Math.max(defaultFilter(path, wanted), hasInOrder(fileName.toLowerCase(), wanted) ? 1 + defaultFilter(fileName, wanted) : 0);
}
