import type { FileChange, FileWatch, WatchOptions } from '../../machine/machine.ts';
import { isTemporaryName } from '../replace-file.ts';
import { InotifyTree } from './inotify-tree.ts';
import { watchNatively } from './watch-natively.ts';

export interface WatchTreeOptions extends WatchOptions {
  /** A real path. */
  path: string;
  platform: NodeJS.Platform;
}

/**
 * Watches a file or folder with Node's own `fs.watch`, which reports within a millisecond; packages for it wait for 50
 * ms or more. Linux has no recursive watch, so there every folder is watched separately.
 */
export async function watchTree(
  { path, platform, ...options }: WatchTreeOptions,
  listener: (change: FileChange) => void,
): Promise<FileWatch> {
  const tell = (change: FileChange): void => {
    if (!isTemporaryName(change.name)) listener(change);
  };
  if (platform !== 'linux') return watchNatively(path, options.isRecursive, tell);
  const tree = new InotifyTree(path, options, tell);
  await tree.open();
  return { method: 'events', include: (folder) => tree.include(folder), close: () => tree.close() };
}
