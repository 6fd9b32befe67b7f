import { constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import type { Entry, EntryKind, EntryStatus, FileChange, FileWatch, MachineFiles } from '../machine/machine.ts';
import { FolderBounds } from './folder-bounds.ts';
import { codeOf, nodeError } from './node-error.ts';
import { isTemporaryName, replaceByLink, replaceFile } from './replace-file.ts';
import { watchTree } from './watch/watch-tree.ts';

/** Longer files are not sent in one piece; `read` with a range reads any file. */
const MAX_WHOLE_BYTES = 512 * 1024 * 1024;

/**
 * The files of this computer in a folder, given by its real path. `randomName` returns parts of the names of temporary
 * files.
 */
export function createLocalFiles(folder: string, platform: NodeJS.Platform, randomName: () => string): MachineFiles {
  const bounds = new FolderBounds(folder);
  return {
    async read(path, range) {
      const file = await openInside(bounds, path);
      try {
        return range === undefined ? await readWhole(file, path) : await readRange(file, range);
      } finally {
        await file.close();
      }
    },
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
    async watch(path, { isRecursive }, listener: (change: FileChange) => void): Promise<FileWatch> {
      return watchTree({ path: await bounds.followed(path, 'watch'), isRecursive, platform }, listener);
    },
  };
}

/** First opens the file without following a link, because most files are not links and their whole path need not be resolved. */
async function openInside(bounds: FolderBounds, path: string): Promise<fs.FileHandle> {
  if (constants.O_NOFOLLOW !== undefined) {
    try {
      return await openRegular(await bounds.belowParent(path, 'open'), constants.O_NOFOLLOW, path);
    } catch (error) {
      if (codeOf(error) !== 'ELOOP') throw error;
    }
  }
  return openRegular(await bounds.followed(path, 'open'), 0, path);
}

/**
 * Opening a pipe would block one of the few threads for files until another program writes to it. A folder is opened,
 * and fails when it is read.
 */
async function openRegular(real: string, flags: number, path: string): Promise<fs.FileHandle> {
  const file = await fs.open(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | flags);
  const found = await file.stat();
  if (found.isFile() || found.isDirectory()) return file;
  await file.close();
  throw nodeError('EINVAL', 'open', path);
}

async function readWhole(file: fs.FileHandle, path: string): Promise<Uint8Array> {
  const { size } = await file.stat();
  if (size > MAX_WHOLE_BYTES) throw nodeError('EFBIG', 'read', path);
  // One byte larger than the file, so that one read also shows that the file ends there.
  const bytes = new Uint8Array(size + 1);
  const { bytesRead } = await file.read(bytes, 0, bytes.byteLength, 0);
  // A file that gives no size of its own, or that changes meanwhile, is read to its end.
  return size > 0 && bytesRead === size ? bytes.subarray(0, size) : file.readFile();
}

async function readRange(file: fs.FileHandle, { offset, limit }: { offset: number; limit: number }): Promise<Uint8Array> {
  const { size } = await file.stat();
  const bytes = new Uint8Array(Math.max(0, Math.min(limit, size - offset)));
  let read = 0;
  while (read < bytes.byteLength) {
    const { bytesRead } = await file.read(bytes, read, bytes.byteLength - read, offset + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return bytes.subarray(0, read);
}

function kindOf(entry: { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean }): EntryKind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'symlink' : 'other';
}
