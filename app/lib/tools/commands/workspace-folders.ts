import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import type { Workspace } from '../../runtime/types.ts';
import { readPackageFile, textAt } from './package-file.ts';

const MOST = 50;

/**
 * Returns the workspace folders that a name (or a folder, or `*` for all) selects, relative to the project root; null if that cannot be
 * determined from package.json and pnpm-workspace.yaml.
 */
export async function workspaceFolders(root: string, wanted: string, workspace: Workspace): Promise<string[] | null> {
  const folders = await allFolders(root, workspace);
  if (folders === null) return null;
  if (wanted === '*') return folders;
  const place = joined(root, wanted.replace(/^\.\//, '').replace(/\/$/, ''));
  if (folders.includes(place)) return [place];
  const named: string[] = [];
  for (const folder of folders) if (readPackageFile(await textAt(`${folder}/package.json`, workspace)).name === wanted) named.push(folder);
  return named.length === 1 ? named : null;
}

async function allFolders(root: string, workspace: Workspace): Promise<string[] | null> {
  const { workspaces } = readPackageFile(await textAt(joined(root, 'package.json'), workspace));
  const yaml = (await textAt(joined(root, 'pnpm-workspace.yaml'), workspace)) ?? '';
  const patterns = [...workspaces, ...patternsOf(yaml)];
  const found: string[] = [];
  for (const pattern of patterns) {
    const [, folder = '', star] = /^(?:\.\/)?([\w@./-]*?)(\/\*)?\/?$/.exec(pattern) ?? [];
    if (folder === '' || folder.split('/').includes('..')) return null;
    const place = toWorkspacePath(joined(root, folder));
    if (place === null) return null;
    if (star === undefined) found.push(place);
    else if ((await workspace.kindOf(place)) === 'directory')
      for (const entry of await workspace.readDirectory(place)) if (entry.kind === 'directory') found.push(`${place}/${entry.name}`);
    if (found.length > MOST) return null;
  }
  return [...new Set(found)];
}

/** Returns the list under `packages:`, one pattern per line. */
function patternsOf(yaml: string): string[] {
  const [, list = ''] = /^packages:[ \t]*\r?\n((?:[ \t]*(?:-.*)?\r?\n?)*)/m.exec(yaml) ?? [];
  return [...list.matchAll(/^[ \t]*-[ \t]*['"]?([^'"\s#]+)['"]?/gm)].map(([, pattern = '']) => pattern);
}

function joined(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`;
}
