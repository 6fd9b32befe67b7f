import { posix } from 'node:path';
import { FileError, isFileError } from './sftp-error.ts';
import type { SftpSession } from './sftp-session.ts';

const mostLinks = 40;

/**
 * Confines paths to the server's open folder: neither `..` nor a link, whether its target exists or not, leads out of
 * it.
 */
export class FolderBounds {
  constructor(
    private readonly root: string,
    private readonly sftp: SftpSession,
  ) {}

  /** Returns the real path of an entry; a link at the end is followed. Fails with `EACCES` if it is outside. */
  async followed(path: string, syscall: string): Promise<string> {
    return this.checked(await this.realOf(posix.resolve(this.root, path)), path, syscall);
  }

  /** Returns the real path of the entry itself, even if it is a link. */
  async unfollowed(path: string, syscall: string): Promise<string> {
    const absolute = posix.resolve(this.root, path);
    if (absolute === this.root) return absolute;
    const parent = posix.dirname(absolute);
    // The root is already a real path; resolving it again would cost a round trip for each of its entries.
    const realParent = parent === this.root ? parent : await this.realOf(parent);
    return this.checked(posix.join(realParent, posix.basename(absolute)), path, syscall);
  }

  private checked(real: string, path: string, syscall: string): string {
    const isInside = real === this.root || real.startsWith(this.root === '/' ? '/' : `${this.root}/`);
    if (!isInside) throw new FileError('EACCES', syscall, path);
    return real;
  }

  /** Resolves a real path even if the path's last parts, or those of a link's target, do not exist. */
  private async realOf(path: string, links = 0): Promise<string> {
    const real = await this.sftp.realPath(path).catch((error: unknown) => {
      if (isFileError(error, 'ENOENT') || isFileError(error, 'EIO')) return null;
      throw error;
    });
    if (real !== null) {
      if (!real.startsWith('/') || real.includes('\0') || posix.resolve(real) !== real)
        throw new FileError('EIO', 'realpath', path, 'the server names no real path');
      return real;
    }
    const parent = posix.dirname(path);
    if (parent === path) return path;
    const realParent = await this.realOf(parent, links);
    const target = await this.sftp.readLink(path).catch(() => null);
    if (target === null) return posix.join(realParent, posix.basename(path));
    if (links >= mostLinks) throw new FileError('ELOOP', 'realpath', path);
    return this.realOf(posix.resolve(realParent, target), links + 1);
  }
}
