import { joinPath, type ProjectFiles } from '../project-files.ts';
import type { PackageNode } from '../resolve/package-node.ts';

/** Makes each package's commands executable and links them from the `.bin` beside it. Links that lead nowhere any more go. */
export function linkBins(files: ProjectFiles, projectPath: string, nodes: readonly PackageNode[]): void {
  const wanted = new Map<string, Map<string, string>>();
  for (const node of nodes) {
    const modules = node.location.slice(0, node.location.length - node.name.length - 1);
    const manifest = node.source.type === 'link' ? node.source.target.manifest : node.manifest;
    for (const [command, path] of manifest.bin) {
      const binFolder = `${modules}/.bin`;
      const links = wanted.get(binFolder) ?? new Map<string, string>();
      wanted.set(binFolder, links);
      links.set(command, `../${node.name}/${path}`);
      files.makeExecutable(joinPath(projectPath, modules, node.name, path));
    }
  }
  removeDeadLinks(files, joinPath(projectPath, 'node_modules/.bin'));
  for (const [folder, links] of wanted) {
    files.makeFolder(joinPath(projectPath, folder));
    for (const [command, target] of links) files.linkTo(target, joinPath(projectPath, folder, command));
  }
}

function removeDeadLinks(files: ProjectFiles, folder: string): void {
  for (const { name, kind } of files.list(folder)) {
    const path = joinPath(folder, name);
    if (kind === 'symlink' && !files.exists(path)) files.removeTree(path);
  }
}
