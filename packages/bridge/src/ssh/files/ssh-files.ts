import { posix } from 'node:path';
import type { FileEntryWithStats, Stats } from 'ssh2';
import type { Entry, EntryKind, EntryStatus, FileChange, FileWatch, MachineFiles } from '../../machine/machine.ts';
import { FolderBounds } from './folder-bounds.ts';
import { isTemporaryName, moveOver, type ReplacePorts, replaceFile } from './replace-file.ts';
import { FileError, type FileErrorCode, isFileError } from './sftp-error.ts';
import type { SftpSession } from './sftp-session.ts';
import { type SeenFiles, signatureOf } from './watch/seen-files.ts';

/** Longer files are not read in one piece; `read` with a range reads any file. */
const mostWholeBytes = 512 * 1024 * 1024;

/**
 * The bits of a mode that hold the file type, and the types of pipes, devices and sockets. A server may leave the type
 * out.
 */
const FILE_KIND = 0o170000;
const SPECIAL_KINDS: ReadonlySet<number> = new Set([0o010000, 0o020000, 0o060000, 0o140000]);

/** Watches a real path. */
export type WatchPath = (path: string, isRecursive: boolean, listener: (change: FileChange) => void) => Promise<FileWatch>;

export interface SshFilesPorts extends ReplacePorts {
  /** The real path of the open folder. */
  folder: string;
  sftp: SftpSession;
  seen: SeenFiles;
  watchPath: WatchPath;
}

/** The files of a server below the open folder, over SFTP. */
export class SshFiles implements MachineFiles {
  private readonly bounds: FolderBounds;
  private readonly sftp: SftpSession;

  constructor(private readonly ports: SshFilesPorts) {
    this.sftp = ports.sftp;
    this.bounds = new FolderBounds(ports.folder, ports.sftp);
  }

  async read(path: string, range?: { offset: number; limit: number }): Promise<Uint8Array> {
    const real = await this.bounds.followed(path, 'open');
    await this.refuseSpecial(real, path);
    try {
      const { bytes, stats } = await this.sftp.read(real, range, mostWholeBytes);
      this.ports.seen.noteFile(real, signatureOf(stats));
      return bytes;
    } catch (error) {
      throw await this.explained(error, real, 'EIO', async () =>
        (await this.kindAt(real)) === 'directory' ? new FileError('EISDIR', 'read', path) : null,
      );
    }
  }

  async write(path: string, content: Uint8Array): Promise<void> {
    const real = await this.bounds.followed(path, 'open');
    await this.refuseSpecial(real, path);
    await replaceFile(real, content, this.ports);
  }

  async list(path: string): Promise<Entry[]> {
    const real = await this.bounds.followed(path, 'scandir');
    const found = await this.sftp.list(real).catch(async (error: unknown) => {
      throw await this.explained(error, real, 'ENOENT', async () => {
        const kind = await this.kindAt(real);
        return kind === null || kind === 'directory' ? null : new FileError('ENOTDIR', 'scandir', path);
      });
    });
    checkNames(found, path);
    this.ports.seen.noteFolder(real, found);
    const entries = found
      .filter(({ filename }) => !isTemporaryName(filename))
      .map(({ filename, attrs }) => ({ name: filename, kind: kindOf(attrs) }));
    return entries.sort((left, right) => (left.name < right.name ? -1 : 1));
  }

  async status(path: string): Promise<EntryStatus> {
    const stats = await this.sftp.status(await this.bounds.unfollowed(path, 'lstat'));
    return { kind: kindOf(stats), size: stats.size, mode: stats.mode & 0o7777, modifiedAt: stats.mtime * 1000 };
  }

  async readLink(path: string): Promise<string> {
    return this.sftp.readLink(await this.bounds.unfollowed(path, 'readlink'));
  }

  async makeLink(target: string, path: string): Promise<void> {
    const real = await this.bounds.unfollowed(path, 'symlink');
    if (target.includes('\0') || target === '') throw new FileError('EINVAL', 'symlink', path);
    const kind = await this.kindAt(real);
    if (kind === 'directory') throw new FileError('EISDIR', 'symlink', path);
    if (kind === null) return this.sftp.makeLink(target, real);
    const temporary = posix.join(posix.dirname(real), `.devonz-${this.ports.randomName()}.tmp`);
    await this.sftp.makeLink(target, temporary);
    await moveOver(temporary, real, this.ports).catch(async (error: unknown) => {
      await this.sftp.removeFile(temporary).catch(() => undefined);
      throw error;
    });
  }

  async makeFolder(path: string, isRecursive: boolean): Promise<string | undefined> {
    const real = await this.bounds.followed(path, 'mkdir');
    if (!isRecursive) {
      await this.sftp.makeFolder(real).catch((error: unknown) => this.throwExisting(error, real, 'mkdir'));
      return undefined;
    }
    const missing = await this.missingFolders(real);
    for (const folder of missing) {
      // Another program may create the same folder meanwhile.
      await this.sftp.makeFolder(folder).catch(async (error: unknown) => {
        if ((await this.kindAt(folder)) !== 'directory') throw error;
      });
    }
    return missing[0];
  }

  async remove(path: string, { isRecursive, isForced }: { isRecursive: boolean; isForced: boolean }): Promise<void> {
    const real = await this.bounds.unfollowed(path, 'rm');
    if (real === this.ports.folder) throw new FileError('EACCES', 'rm', path, 'it is the open folder');
    const stats = await this.sftp.status(real).catch((error: unknown) => {
      if (isForced && isFileError(error, 'ENOENT')) return null;
      throw error;
    });
    if (stats === null) return;
    if (!stats.isDirectory()) return this.sftp.removeFile(real);
    if (!isRecursive)
      throw Object.assign(new Error(`Path is a directory: rm returned EISDIR (is a directory) ${path}`), { code: 'ERR_FS_EISDIR' });
    // `rm` follows no link, and needs no round trip for each entry.
    const { code } = await this.ports.runScript('exec rm -rf -- "$1"', [real]);
    if (code !== 0) throw new FileError('EACCES', 'rm', path);
  }

  async rename(from: string, to: string): Promise<void> {
    await this.move(from, to).catch((error: unknown) => {
      // Node names both.
      if (error instanceof FileError && error.syscall === 'rename') error.message += ` -> '${to}'`;
      throw error;
    });
  }

  private async move(from: string, to: string): Promise<void> {
    const source = await this.bounds.unfollowed(from, 'rename');
    const target = await this.bounds.unfollowed(to, 'rename');
    for (const real of [source, target])
      if (real === this.ports.folder) throw new FileError('EACCES', 'rename', from, 'it is the open folder');
    try {
      await this.sftp.replace(source, target);
    } catch (error) {
      if (isFileError(error, 'ENOTSUP')) return this.renameByShell(source, target);
      throw await this.explained(error, target, 'EIO', () => this.renameFailure(source, target));
    }
  }

  async setMode(path: string, mode: number): Promise<void> {
    await this.sftp.setAttributes(await this.bounds.followed(path, 'chmod'), { mode });
  }

  async watch(path: string, { isRecursive }: { isRecursive: boolean }, listener: (change: FileChange) => void): Promise<FileWatch> {
    const real = await this.bounds.followed(path, 'watch');
    if ((await this.kindAt(real)) === null) throw new FileError('ENOENT', 'watch', path);
    return this.ports.watchPath(real, isRecursive, listener);
  }

  /** Returns the missing folders, the outermost first. */
  private async missingFolders(real: string): Promise<string[]> {
    const missing: string[] = [];
    for (let folder = real; ; folder = posix.dirname(folder)) {
      const kind = await this.kindAt(folder);
      if (kind === 'directory') return missing;
      if (kind !== null) throw new FileError(folder === real ? 'EEXIST' : 'ENOTDIR', 'mkdir', real);
      missing.unshift(folder);
    }
  }

  private async renameByShell(source: string, target: string): Promise<void> {
    const failure = await this.renameFailure(source, target);
    if (failure !== null) throw failure;
    // `mv` would move the entry into an empty folder at the target.
    const script = 'if [ -d "$2" ] && [ ! -L "$2" ]; then rmdir -- "$2" || exit 1; fi; exec mv -f -- "$1" "$2"';
    const { code } = await this.ports.runScript(script, [source, target]);
    if (code !== 0) throw new FileError('EACCES', 'rename', source);
  }

  private async renameFailure(source: string, target: string): Promise<Error | null> {
    const [from, to] = [await this.kindAt(source), await this.kindAt(target)];
    if (from === null) return new FileError('ENOENT', 'rename', source);
    if (to === null) return null;
    if (from === 'directory' && to !== 'directory') return new FileError('ENOTDIR', 'rename', source);
    if (from !== 'directory' && to === 'directory') return new FileError('EISDIR', 'rename', source);
    const isEmpty = to !== 'directory' || (await this.sftp.list(target)).length === 0;
    return isEmpty ? null : new FileError('ENOTEMPTY', 'rename', source);
  }

  /** Opening a pipe would block every call of the session until another program opens its other end. */
  private async refuseSpecial(real: string, path: string): Promise<void> {
    const stats = await this.sftp.status(real).catch(() => null);
    if (stats !== null && SPECIAL_KINDS.has(stats.mode & FILE_KIND)) throw new FileError('EINVAL', 'open', path, 'it is no regular file');
  }

  private async kindAt(real: string): Promise<EntryKind | null> {
    try {
      return kindOf(await this.sftp.status(real));
    } catch (error) {
      if (isFileError(error, 'ENOENT')) return null;
      throw error;
    }
  }

  private async throwExisting(error: unknown, real: string, syscall: string): Promise<never> {
    throw await this.explained(error, real, 'EIO', async () =>
      (await this.kindAt(real)) === null ? null : new FileError('EEXIST', syscall, real),
    );
  }

  /** SFTP has few error codes, so this finds the reason that Node would give. */
  private async explained(error: unknown, _real: string, code: FileErrorCode, find: () => Promise<Error | null>): Promise<unknown> {
    if (!isFileError(error, code)) return error;
    return (await find().catch(() => null)) ?? error;
  }
}

/**
 * A name that contains a path could lead a client that appends it to a folder out of that folder, on this computer too.
 */
function checkNames(entries: readonly FileEntryWithStats[], path: string): void {
  const bad = entries.find(({ filename }) => filename === '' || filename === '.' || filename === '..' || /[/\0]/.test(filename));
  if (bad !== undefined) throw new FileError('EIO', 'scandir', path, 'the server lists a name that no file can have');
}

export function kindOf(stats: Pick<Stats, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): EntryKind {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'directory';
  return stats.isSymbolicLink() ? 'symlink' : 'other';
}
