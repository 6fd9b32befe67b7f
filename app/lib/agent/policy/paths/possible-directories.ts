/**
 * The directories in which a command may run, relative to the project root (`''`). Null if it is somewhere in the project, but unknown
 * where. A command that may leave the project asks, so no directory is outside.
 */
export type PossibleDirectories = readonly string[] | null;

const MOST_FOLDERS = 8;

export function eitherDirectories(first: PossibleDirectories, second: PossibleDirectories): PossibleDirectories {
  if (first === null || second === null) return null;
  const all = [...new Set([...first, ...second])];
  return all.length > MOST_FOLDERS ? null : all;
}

export function sameDirectories(first: PossibleDirectories, second: PossibleDirectories): boolean {
  if (first === null || second === null) return first === second;
  return first.length === second.length && first.every((folder) => second.includes(folder));
}

/** Returns the paths, relative to the root, that a path may refer to from here; null if one may be outside the project. */
export function resolveFrom(place: PossibleDirectories, path: string, projectRoot: string): readonly string[] | null {
  if (path.startsWith('~')) return null;
  if (path.startsWith('/')) {
    const absolute = normalised(path.split('/'));
    if (absolute === null) return null;
    const root = projectRoot.split('/').filter((segment) => segment !== '');
    const segments = absolute === '' ? [] : absolute.split('/');
    return root.every((segment, index) => segment === segments[index]) ? [segments.slice(root.length).join('/')] : null;
  }
  const found: string[] = [];
  for (const folder of place ?? ['']) {
    const inside = normalised([...folder.split('/'), ...path.split('/')]);
    if (inside === null) return null;
    found.push(inside);
  }
  return found;
}

/** Returns null if the path climbs above its start. */
function normalised(segments: readonly string[]): string | null {
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') kept.push(segment);
    else if (kept.pop() === undefined) return null;
  }
  return kept.join('/');
}
