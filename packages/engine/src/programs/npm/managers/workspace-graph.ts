import type { Manifest } from '../manifest.ts';
import type { NpmSession } from '../npm-session.ts';
import { PackageJson } from '../package-json.ts';
import { findWorkspaces } from '../workspaces.ts';

export interface WorkspaceProject {
  /** Relative to the root; '' is the root. */
  path: string;
  name: string;
  manifest: Manifest;
  /** The paths of the other projects that it depends on. */
  dependsOn: ReadonlySet<string>;
}

/** Returns the root and its workspaces with the dependencies between them. */
export function workspaceGraph(session: NpmSession): Map<string, WorkspaceProject> {
  const { files, projectPath } = session;
  const root = PackageJson.read(files, projectPath);
  const all = [{ path: '', manifest: root.manifest }, ...findWorkspaces(files, projectPath, root.workspacePatterns)];
  const pathsByName = new Map(all.map(({ path, manifest }) => [manifest.name, path]));
  return new Map(
    all.map(({ path, manifest }) => {
      const { dependencies, devDependencies, optionalDependencies, peerDependencies } = manifest;
      const names = [dependencies, devDependencies, optionalDependencies, peerDependencies].flatMap((map) => [...map.keys()]);
      const found = names.map((name) => pathsByName.get(name)).filter((other): other is string => other !== undefined && other !== path);
      return [path, { path, name: manifest.name, manifest, dependsOn: new Set(found) }];
    }),
  );
}

/** Groups projects so that each depends only on earlier groups; a cycle is one group. */
export function inOrderOfNeed(graph: ReadonlyMap<string, WorkspaceProject>, chosen: Iterable<string>): string[][] {
  const left = new Set(chosen);
  const groups: string[][] = [];
  while (left.size > 0) {
    const ready = [...left].filter((path) => ![...(graph.get(path)?.dependsOn ?? [])].some((other) => left.has(other)));
    const group = ready.length > 0 ? ready : [...left];
    for (const path of group) left.delete(path);
    groups.push(group.sort());
  }
  return groups;
}

/** Returns everything reachable from a project by `next`, without the project itself. */
export function reachable(start: string, next: (path: string) => Iterable<string>): Set<string> {
  const seen = new Set<string>();
  const queue = [...next(start)];
  for (const path of queue) {
    if (seen.has(path) || path === start) continue;
    seen.add(path);
    queue.push(...next(path));
  }
  return seen;
}
