import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import type { ProjectFileStore } from '../../persistence/project-file-store.ts';
import type { ContentHash } from '../../protocol/ids.ts';
import { IgnoreTree } from '../../search/ignore-rules.ts';
import { isKeptOutside, isPlainPath } from './kept-outside.ts';

interface ScopeInput {
  /** The project's files. */
  files: ReadonlyMap<string, ContentHash>;
  store: Pick<ProjectFileStore, 'read'>;
  /** Rules of the .gitignore files on disk. */
  diskRules: IgnoreTree;
  /** Also includes files that .gitignore excludes. */
  withIgnored: boolean;
}

/** Which paths are synchronised: all except those that never are and those that the rules of either side exclude. */
export async function syncScope({ files, store, diskRules, withIgnored }: ScopeInput): Promise<(path: string) => boolean> {
  if (withIgnored) return isSyncable;
  const trees = [diskRules, await projectRules(files, store)];
  const folders = new Map<string, boolean>();
  const isFolderIgnored = (folder: string): boolean => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const isIgnored = folder !== '' && (isFolderIgnored(parentOf(folder)) || trees.some((tree) => tree.ignores(folder, true)));
    folders.set(folder, isIgnored);
    return isIgnored;
  };
  return (path) =>
    isSyncable(path) && !isFolderIgnored(parentOf(path)) && (isSecretPath(path) || !trees.some((tree) => tree.ignores(path, false)));
}

function isSyncable(path: string): boolean {
  return isPlainPath(path) && !isKeptOutside(path);
}

async function projectRules(files: ScopeInput['files'], store: ScopeInput['store']): Promise<IgnoreTree> {
  const tree = new IgnoreTree();
  for (const [path, hash] of files) {
    if (path !== '.gitignore' && !path.endsWith('/.gitignore')) continue;
    const content = await store.read(hash);
    if (content !== null) tree.set(parentOf(path), new TextDecoder().decode(content));
  }
  return tree;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
