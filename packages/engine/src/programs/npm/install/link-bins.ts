import { joinPath, type ProjectFiles } from '../project-files.ts';
import type { PackageNode } from '../resolve/package-node.ts';
import type { TreeEdit } from './tree-edit.ts';

/** Links each package's commands into the adjacent `.bin`, and removes links that would dangle. */
export function linkBins(
  files: ProjectFiles,
  projectPath: string,
  { nodes, removed, edit }: { nodes: readonly PackageNode[]; removed: readonly string[]; edit: TreeEdit },
): void {
  const wanted = new Map<string, Map<string, string>>([['node_modules/.bin', new Map()]]);
  for (const node of nodes) {
    const modules = node.location.slice(0, node.location.length - node.name.length - 1);
    const manifest = node.source.type === 'link' ? node.source.target.manifest : node.manifest;
    for (const [command, path] of manifest.bin) {
      const binFolder = `${modules}/.bin`;
      const links = wanted.get(binFolder) ?? new Map<string, string>();
      wanted.set(binFolder, links);
      links.set(command, `../${node.name}/${path}`);
      // Files from archives are already executable; a file in a project folder may not be.
      if (node.source.type === 'link') edit.makeExecutable(joinPath(projectPath, modules, node.name, path));
    }
  }
  for (const [folder, links] of wanted) {
    const known = existingLinks(files, joinPath(projectPath, folder));
    for (const [command, target] of known) {
      const isGone = isBelowAny(joinPath('/', folder, target).slice(1), removed) || !files.exists(joinPath(projectPath, folder, target));
      if (!links.has(command) && isGone) edit.remove(joinPath(projectPath, folder, command));
    }
    for (const [command, target] of links) {
      if (known.get(command) !== target) edit.symlink(target, joinPath(projectPath, folder, command));
    }
  }
}

function existingLinks(files: ProjectFiles, folder: string): Map<string, string> {
  const links = new Map<string, string>();
  for (const { name, kind } of files.list(folder)) if (kind === 'symlink') links.set(name, files.readLink(joinPath(folder, name)));
  return links;
}

function isBelowAny(path: string, locations: readonly string[]): boolean {
  return locations.some((location) => path.startsWith(`${location}/`));
}
