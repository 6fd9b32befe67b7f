import { isGitFolder } from 'devonz-engine-protocol/git-folder';

/** Folders that are not mirrored, listed or watched: they are large, can be regenerated, or are not the user's. */
export const IGNORED_FOLDERS: ReadonlySet<string> = new Set(['node_modules', '.git', 'dist', '.cache', '.vite']);

export function isIgnoredPath(path: string): boolean {
  return path.split('/').some((segment) => IGNORED_FOLDERS.has(segment) || isGitFolder(segment));
}
