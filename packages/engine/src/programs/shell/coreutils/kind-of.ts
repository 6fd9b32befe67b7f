import type { FileStatus } from '../../../abi/system-calls.ts';

const kindNames: Readonly<Record<FileStatus['kind'], string>> = {
  file: 'regular file',
  directory: 'directory',
  symlink: 'symbolic link',
  pipe: 'fifo',
  terminal: 'character special file',
  console: 'character special file',
  socket: 'socket',
};

/** Returns the GNU tools' name for a file type. */
export function kindOf({ kind, size }: Pick<FileStatus, 'kind' | 'size'>): string {
  return kind === 'file' && size === 0 ? 'regular empty file' : kindNames[kind];
}
