import type { FileStatus } from '../../abi/system-calls.ts';

interface InodeBase {
  readonly number: number;
  mode: number;
  accessedAt: number;
  modifiedAt: number;
  changedAt: number;
  readonly createdAt: number;
}

/** A name of a file; hard links give it several. */
export interface Link {
  directory: DirectoryInode;
  name: string;
}

export type Device = 'null' | 'zero' | 'random';

export interface FileInode extends InodeBase {
  readonly kind: 'file';
  /** The capacity; the file consists of the first `size` bytes. */
  content: Uint8Array;
  size: number;
  links: Link[];
  readonly device: Device | null;
}

export interface SymlinkInode extends InodeBase {
  readonly kind: 'symlink';
  readonly target: string;
  links: Link[];
}

export interface DirectoryInode extends InodeBase {
  readonly kind: 'directory';
  readonly children: Map<string, Inode>;
  /** The root's parent is itself; `null` once removed. */
  parent: DirectoryInode | null;
  name: string;
}

export type Inode = FileInode | SymlinkInode | DirectoryInode;

export function statusOf(inode: Inode): FileStatus {
  return {
    kind: inode.kind,
    size: inode.kind === 'file' ? inode.size : inode.kind === 'symlink' ? inode.target.length : 4096,
    mode: inode.mode,
    inode: inode.number,
    linkCount: inode.kind === 'directory' ? (inode.parent === null ? 0 : 2) : inode.links.length,
    accessedAt: inode.accessedAt,
    modifiedAt: inode.modifiedAt,
    changedAt: inode.changedAt,
    createdAt: inode.createdAt,
  };
}

/** Returns the absolute path of a folder, or `null` if it has been removed. */
export function pathOf(directory: DirectoryInode): string | null {
  const names: string[] = [];
  for (let at = directory; at.parent !== at; at = at.parent) {
    if (at.parent === null) return null;
    names.push(at.name);
  }
  return `/${names.reverse().join('/')}`;
}
