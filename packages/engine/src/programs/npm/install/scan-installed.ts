import { parseManifest } from '../manifest.ts';
import { joinPath, type ProjectFiles } from '../project-files.ts';

export interface InstalledPackage {
  /** Relative to the project: `node_modules/a`. */
  location: string;
  name: string;
  version: string;
  isLink: boolean;
  /** The names of its dependencies, including peers and optional ones. */
  asksFor: readonly string[];
}

/**
 * Returns the packages in `node_modules` of the project and of the given folders in it (its workspaces), by location. A package without a
 * readable package.json has an empty version.
 */
export function scanInstalled(files: ProjectFiles, projectPath: string, folders: Iterable<string> = []): Map<string, InstalledPackage> {
  const found = new Map<string, InstalledPackage>();
  for (const folder of new Set(['', ...folders])) scanFolder(files, projectPath, folder, found);
  return found;
}

function scanFolder(files: ProjectFiles, projectPath: string, location: string, found: Map<string, InstalledPackage>): void {
  const modules = location === '' ? 'node_modules' : `${location}/node_modules`;
  for (const item of files.list(joinPath(projectPath, modules))) {
    if (item.name.startsWith('.')) continue;
    if (item.name.startsWith('@') && item.kind === 'directory') {
      for (const scoped of files.list(joinPath(projectPath, modules, item.name))) {
        addPackage(files, projectPath, `${modules}/${item.name}/${scoped.name}`, scoped.kind, found);
      }
    } else addPackage(files, projectPath, `${modules}/${item.name}`, item.kind, found);
  }
}

function addPackage(
  files: ProjectFiles,
  projectPath: string,
  location: string,
  kind: 'file' | 'directory' | 'symlink',
  found: Map<string, InstalledPackage>,
): void {
  if (kind === 'file') return;
  const manifest = readManifestAt(files, joinPath(projectPath, location));
  const isLink = kind === 'symlink';
  const maps = manifest ? [manifest.dependencies, manifest.optionalDependencies, manifest.peerDependencies] : [];
  const asksFor = maps.flatMap((map) => [...map.keys()]);
  found.set(location, { location, name: manifest?.name ?? '', version: manifest?.version ?? '', isLink, asksFor });
  if (!isLink) scanFolder(files, projectPath, location, found);
}

/** Returns the package.json of a folder, or null if it cannot be read. */
export function readManifestAt(files: ProjectFiles, folder: string): ReturnType<typeof parseManifest> | null {
  const text = files.readText(joinPath(folder, 'package.json'));
  if (text === null) return null;
  try {
    return parseManifest(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch {
    return null;
  }
}
