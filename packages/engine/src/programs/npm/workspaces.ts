import { readManifestAt } from './install/scan-installed.ts';
import { NpmError } from './npm-error.ts';
import { joinPath, type ProjectFiles } from './project-files.ts';
import type { WorkspaceFolder } from './resolve/build-ideal-tree.ts';

/** Returns the folders of a root's `workspaces`: paths, with `*` for any one folder and `**` for any depth. */
export function findWorkspaces(files: ProjectFiles, projectPath: string, patterns: readonly string[]): WorkspaceFolder[] {
  const paths = new Set<string>();
  for (const pattern of patterns) {
    const isNegated = pattern.startsWith('!');
    const segments = pattern
      .replace(/^!/, '')
      .split('/')
      .filter((segment) => segment !== '' && segment !== '.');
    for (const path of matchFolders(files, projectPath, '', segments)) {
      if (isNegated) paths.delete(path);
      else paths.add(path);
    }
  }
  const folders: WorkspaceFolder[] = [];
  for (const path of [...paths].sort()) {
    const manifest = readManifestAt(files, joinPath(projectPath, path));
    if (!manifest) continue;
    const name = manifest.name || (path.split('/').at(-1) ?? path);
    const twin = folders.find((folder) => folder.manifest.name === name);
    if (twin) {
      throw new NpmError('EDUPLICATEWORKSPACE', [
        'must not have multiple workspaces with the same name',
        `package '${name}' has conflicts in the following paths:`,
        `    ${joinPath(projectPath, twin.path)}`,
        `    ${joinPath(projectPath, path)}`,
      ]);
    }
    folders.push({ path, manifest: { ...manifest, name } });
  }
  return folders;
}

function* matchFolders(files: ProjectFiles, projectPath: string, at: string, segments: readonly string[]): Generator<string> {
  const [segment, ...rest] = segments;
  if (segment === undefined) {
    if (at !== '') yield at;
    return;
  }
  if (!segment.includes('*')) {
    if (segment !== '..' && files.kindOf(joinPath(projectPath, at, segment)) === 'directory') {
      yield* matchFolders(files, projectPath, at === '' ? segment : `${at}/${segment}`, rest);
    }
    return;
  }
  if (segment === '**') yield* matchFolders(files, projectPath, at, rest);
  const matcher = segment === '**' ? /^/ : new RegExp(`^${segment.split('*').map(escapePattern).join('.*')}$`);
  for (const { name, kind } of files.list(joinPath(projectPath, at))) {
    if (kind !== 'directory' || name === 'node_modules' || name.startsWith('.') || !matcher.test(name)) continue;
    yield* matchFolders(files, projectPath, at === '' ? name : `${at}/${name}`, segment === '**' ? segments : rest);
  }
}

function escapePattern(text: string): string {
  return text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
}
