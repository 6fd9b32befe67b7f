import * as fs from 'node:fs/promises';
import type { Entry, EntryKind, EntryStatus, FileChange, FileWatch, MachineFiles } from '../machine/machine.ts';
import { FolderBounds } from './folder-bounds.ts';
import { nodeError } from './node-error.ts';
import { replaceFile } from './replace-file.ts';
import { watchTree } from './watch/watch-tree.ts';

/** More is not sent in one piece; `read` with a range reads any file. */
const MAX_WHOLE_BYTES = 512 * 1024 * 1024;

/** The files of this computer in a folder, whose path is a real one. `randomName` gives parts of names of temporary files. */
export function createLocalFiles(folder: string, platform: NodeJS.Platform, randomName: () => string): MachineFiles {
  const bounds = new FolderBounds(folder);
  return {
    async read(path, range) {
      const real = await bounds.followed(path, 'open');
      return range === undefined ? readWhole(real) : readRange(real, range);
    },
    async write(path, content) {
      await replaceFile(await bounds.followed(path, 'open'), content, randomName);
    },
    async list(path): Promise<Entry[]> {
      const entries = await fs.readdir(await bounds.followed(path, 'scandir'), { withFileTypes: true });
      const result = entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) }));
      return result.sort((left, right) => (left.name < right.name ? -1 : 1));
    },
    async status(path): Promise<EntryStatus> {
      const found = await fs.lstat(await bounds.unfollowed(path, 'lstat'));
      return { kind: kindOf(found), size: found.size, mode: found.mode & 0o7777, modifiedAt: found.mtimeMs };
    },
    readLink: async (path) => fs.readlink(await bounds.unfollowed(path, 'readlink')),
    makeLink: async (target, path) => fs.symlink(target, await bounds.unfollowed(path, 'symlink')),
    makeFolder: async (path, isRecursive) => fs.mkdir(await bounds.followed(path, 'mkdir'), { recursive: isRecursive }),
    async remove(path, { isRecursive, isForced }) {
      await fs.rm(await bounds.unfollowed(path, 'lstat'), { recursive: isRecursive, force: isForced });
    },
    async rename(from, to) {
      const paths = [await bounds.unfollowed(from, 'rename'), await bounds.unfollowed(to, 'rename')] as const;
      await fs.rename(...paths);
    },
    setMode: async (path, mode) => fs.chmod(await bounds.followed(path, 'chmod'), mode),
    async watch(path, { isRecursive }, listener: (change: FileChange) => void): Promise<FileWatch> {
      return watchTree({ path: await bounds.followed(path, 'watch'), isRecursive, platform }, listener);
    },
  };
}

async function readWhole(path: string): Promise<Uint8Array> {
  const file = await fs.open(path, 'r');
  try {
    if ((await file.stat()).size > MAX_WHOLE_BYTES) throw nodeError('EFBIG', 'read', path);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

async function readRange(path: string, { offset, limit }: { offset: number; limit: number }): Promise<Uint8Array> {
  const file = await fs.open(path, 'r');
  try {
    const { size } = await file.stat();
    const bytes = new Uint8Array(Math.max(0, Math.min(limit, size - offset)));
    let read = 0;
    while (read < bytes.byteLength) {
      const { bytesRead } = await file.read(bytes, read, bytes.byteLength - read, offset + read);
      if (bytesRead === 0) break;
      read += bytesRead;
    }
    return bytes.subarray(0, read);
  } finally {
    await file.close();
  }
}

function kindOf(entry: { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean }): EntryKind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'symlink' : 'other';
}
