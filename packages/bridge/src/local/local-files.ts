import * as fs from 'node:fs/promises';
import type { Entry, EntryKind, EntryStatus, FileChange, FileWatch, MachineFiles, WatchOptions } from '../machine/machine.ts';
import { FolderBounds } from './folder-bounds.ts';
import { readInside } from './read-file.ts';
import { isTemporaryName, replaceByLink, replaceFile } from './replace-file.ts';
import { watchTree } from './watch/watch-tree.ts';

/** The files of this computer in a folder, whose path is a real one. `randomName` gives parts of names of temporary files. */
export function createLocalFiles(folder: string, platform: NodeJS.Platform, randomName: () => string): MachineFiles {
  const bounds = new FolderBounds(folder);
  return {
    read: (path, range) => readInside(bounds, path, range),
    async write(path, content) {
      await replaceFile(await bounds.followed(path, 'open'), content, randomName);
    },
    async list(path): Promise<Entry[]> {
      const entries = await fs.readdir(await bounds.followed(path, 'scandir'), { withFileTypes: true });
      const seen = entries.filter(({ name }) => !isTemporaryName(name));
      const result = seen.map((entry) => ({ name: entry.name, kind: kindOf(entry) }));
      return result.sort((left, right) => (left.name < right.name ? -1 : 1));
    },
    async status(path): Promise<EntryStatus> {
      const found = await fs.lstat(await bounds.unfollowed(path, 'lstat'));
      return { kind: kindOf(found), size: found.size, mode: found.mode & 0o7777, modifiedAt: found.mtimeMs };
    },
    readLink: async (path) => fs.readlink(await bounds.unfollowed(path, 'readlink')),
    makeLink: async (target, path) => replaceByLink(target, await bounds.unfollowed(path, 'symlink'), randomName),
    makeFolder: async (path, isRecursive) => fs.mkdir(await bounds.followed(path, 'mkdir'), { recursive: isRecursive }),
    async remove(path, { isRecursive, isForced }) {
      await fs.rm(await bounds.below(path, 'rm'), { recursive: isRecursive, force: isForced });
    },
    async rename(from, to) {
      const paths = [await bounds.below(from, 'rename'), await bounds.below(to, 'rename')] as const;
      await fs.rename(...paths);
    },
    setMode: async (path, mode) => fs.chmod(await bounds.followed(path, 'chmod'), mode),
    async watch(path, options: WatchOptions, listener: (change: FileChange) => void): Promise<FileWatch> {
      const tree = await watchTree({ ...options, path: await bounds.followed(path, 'watch'), platform }, listener);
      return { ...tree, include: async (listed) => tree.include?.(await bounds.followed(listed, 'watch')) };
    },
  };
}

function kindOf(entry: { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean }): EntryKind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'symlink' : 'other';
}
