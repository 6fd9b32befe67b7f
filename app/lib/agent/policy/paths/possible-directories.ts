/**
 * Where a command may be: every folder it can be in, relative to the project root (`''`). Null: somewhere inside the project,
 * nobody knows where. A command that may leave the project asks, so no place is outside.
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

/** The paths, relative to the root, that a path may mean from here; null when one of them may be outside the project. */
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

/** Null when the path climbs above where it starts. */
function normalised(segments: readonly string[]): string | null {
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') kept.push(segment);
    else if (kept.pop() === undefined) return null;
  }
  return kept.join('/');
}
