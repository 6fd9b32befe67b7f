import { systemError } from '../../abi/error-codes.ts';
import type { DirectoryInode, Inode } from './inode.ts';

const MAX_SYMLINKS = 40;
const MAX_NAME_LENGTH = 255;
/** Linux's PATH_MAX, without the terminating NUL. */
const MAX_PATH_LENGTH = 4095;

/** The result of a path lookup: an entry of a folder, which may not exist yet. */
export interface Place {
  directory: DirectoryInode;
  name: string;
  inode: Inode | undefined;
  /** The path ended with a slash. */
  mustBeDirectory: boolean;
}

export interface WalkOptions {
  /** Whether a symbolic link at the end of the path is followed. */
  followLast: boolean;
  /** Stops at the first missing folder. */
  stopAtMissing?: boolean;
}

export function walkPath(root: DirectoryInode, path: string, { followLast, stopAtMissing = false }: WalkOptions): Place {
  if (!path.startsWith('/') || path.includes('\0')) throw systemError(path.startsWith('/') ? 'EINVAL' : 'ENOENT');
  if (path.length > MAX_PATH_LENGTH) throw systemError('ENAMETOOLONG');
  const mustBeDirectory = path.length > 1 && path.endsWith('/');
  const pending = path.split('/').reverse();
  let directory = root;
  let linksFollowed = 0;
  for (;;) {
    const name = pending.pop();
    if (name === undefined) return { directory: directory.parent ?? directory, name: directory.name, inode: directory, mustBeDirectory };
    if (name === '' || name === '.') continue;
    if (name === '..') {
      directory = directory.parent ?? directory;
      continue;
    }
    if (name.length > MAX_NAME_LENGTH) throw systemError('ENAMETOOLONG');
    const inode = directory.children.get(name);
    const isLast = !pending.some((rest) => rest !== '' && rest !== '.');
    if (inode?.kind === 'symlink' && (!isLast || followLast)) {
      if (++linksFollowed > MAX_SYMLINKS) throw systemError('ELOOP');
      if (inode.target.startsWith('/')) directory = root;
      for (const part of inode.target.split('/').reverse()) pending.push(part);
      continue;
    }
    if (isLast || (stopAtMissing && inode === undefined)) return { directory, name, inode, mustBeDirectory };
    if (inode === undefined) throw systemError('ENOENT');
    if (inode.kind !== 'directory') throw systemError('ENOTDIR');
    directory = inode;
  }
}
