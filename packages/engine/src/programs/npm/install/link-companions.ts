import { joinPath, type ProjectFiles } from '../project-files.ts';
import type { PackageNode } from '../resolve/package-node.ts';
import { companionOf } from '../substitutions.ts';
import type { TreeEdit } from './tree-edit.ts';

/** Links companion packages to the place where the package itself would have put them. */
export function linkCompanions(files: ProjectFiles, projectPath: string, nodes: readonly PackageNode[], edit: TreeEdit): void {
  for (const node of nodes) {
    const companion = companionOf(node.packageName);
    const found = companion === null ? null : node.resolve(companion.by);
    if (companion?.place === undefined || found === null || !nodes.includes(found)) continue;
    const folder = `${node.location}/${companion.place}`;
    const target = `${'../'.repeat(folder.split('/').length - 1)}${found.location}`;
    const path = joinPath(projectPath, folder);
    if (files.kindOf(path) !== 'symlink' || files.readLink(path) !== target) edit.symlink(target, path);
  }
}
