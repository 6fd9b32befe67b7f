import { OpenFlag } from '../../../../abi/system-calls.ts';
import type { Buffer } from '../../base/buffer-class.ts';
import { nodeError } from '../../errors/node-error.ts';
import { createSystemError, shapeSystemError, systemErrorCode } from '../../errors/shape-system-error.ts';
import { validateBoolean, validateInteger } from '../../errors/validate.ts';
import { joinPath, parentFolder } from '../../loader/module-files.ts';
import { DescriptorOperations } from './descriptor-operations.ts';
import { Dirent, StatFs, type Stats, statsOf } from './file-stats.ts';
import {
  bytesArgument,
  encodeName,
  encodeResult,
  flagsArgument,
  modeArgument,
  optionsArgument,
  ownerArguments,
  pathArgument,
  smallModeArgument,
  timeArgument,
} from './fs-arguments.ts';
import { removalOptions, requireFolder } from './removal.ts';

const WRITE_FLAGS = OpenFlag.WRITE_ONLY | OpenFlag.CREATE | OpenFlag.TRUNCATE;
const APPEND_FLAGS = OpenFlag.WRITE_ONLY | OpenFlag.CREATE | OpenFlag.APPEND;

/**
 * The file operations as plain synchronous functions with Node's arguments, results and errors. The callback and promise
 * forms build on them: a system call on a file takes microseconds, less than a message round trip.
 */
export class FileOperations extends DescriptorOperations {
  #absolute(path: string): string {
    // Keeps the path as given: a trailing slash means "only a folder", and an empty path names nothing, not even the working directory.
    return path.startsWith('/') || path === '' ? path : this.host.resolvePath(path);
  }

  readonly open = (path: unknown, flags?: unknown, mode?: unknown): number => {
    const name = pathArgument(path);
    const number = flagsArgument(flags);
    const permissions = modeArgument(mode, 0o666);
    return this.attempt('open', name, () => this.host.system.sync('open', this.#absolute(name), number, permissions));
  };

  readonly readFile = (path: unknown, given?: unknown): Buffer | string => {
    const options = optionsArgument(given);
    if (typeof path === 'number') return encodeResult(this.readAll(path), options.encoding);
    const name = pathArgument(path);
    const flags = flagsArgument(options.flag);
    if (flags !== 0) return this.#readOpened(name, flags, options.encoding);
    const bytes = this.attempt('open', name, () => {
      try {
        return this.host.system.sync('readFile', this.#absolute(name));
      } catch (error) {
        // Node opens the folder and fails at the first read.
        if (systemErrorCode(error) === 'EISDIR') throw createSystemError('EISDIR', { syscall: 'read' });
        throw error;
      }
    });
    return encodeResult(bytes, options.encoding);
  };

  #readOpened(name: string, flags: number, encoding: unknown): Buffer | string {
    const descriptor = this.open(name, flags);
    try {
      return encodeResult(this.readAll(descriptor), encoding);
    } finally {
      this.close(descriptor);
    }
  }

  readonly writeFile = (path: unknown, data: unknown, given?: unknown): void => {
    const options = optionsArgument(given);
    const bytes = bytesArgument(data, options.encoding);
    const { flush } = options;
    if (flush !== undefined && flush !== null) validateBoolean(flush, 'options.flush');
    if (typeof path === 'number') {
      this.writeAll(path, bytes);
      return;
    }
    const name = pathArgument(path);
    const flags = flagsArgument(options.flag, WRITE_FLAGS);
    const mode = modeArgument(options.mode, 0o666);
    if ((flags & 3) === OpenFlag.READ_ONLY) {
      this.close(this.open(name, flags, mode));
      throw createSystemError('EBADF', { syscall: 'write' });
    }
    this.attempt('open', name, () => this.host.system.sync('writeFile', this.#absolute(name), bytes, flags, mode));
  };

  readonly appendFile = (path: unknown, data: unknown, given?: unknown): void => {
    const options = optionsArgument(given);
    const { encoding, mode, signal, flush, flag = APPEND_FLAGS } = options;
    this.writeFile(path, data, { encoding, mode, flush, flag, ...(signal === undefined ? {} : { signal }) });
  };

  readonly stat = (path: unknown, given?: unknown): Stats | undefined => this.#status('stat', path, given);
  readonly lstat = (path: unknown, given?: unknown): Stats | undefined => this.#status('lstat', path, given);

  #status(syscall: 'stat' | 'lstat', path: unknown, given: unknown): Stats | undefined {
    const name = pathArgument(path);
    const options = optionsArgument(given);
    try {
      return statsOf(this.host.system.sync(syscall, this.#absolute(name)), options.bigint === true);
    } catch (error) {
      const code = systemErrorCode(error);
      if (options.throwIfNoEntry === false && (code === 'ENOENT' || code === 'ENOTDIR')) return undefined;
      throw shapeSystemError(error, { syscall, path: name });
    }
  }

  readonly exists = (path: unknown): boolean => {
    try {
      this.host.system.sync('stat', this.#absolute(pathArgument(path)));
      return true;
    } catch {
      return false;
    }
  };

  readonly access = (path: unknown, mode?: unknown): void => {
    const name = pathArgument(path);
    const asked = smallModeArgument(mode);
    const status = this.attempt('access', name, () => this.host.system.sync('stat', this.#absolute(name)));
    // The user owns every file, so the owner's permission bits apply.
    if ((asked & ~(status.mode >> 6) & 7) !== 0) throw createSystemError('EACCES', { syscall: 'access', path: name });
  };

  readonly mkdir = (path: unknown, given?: unknown): string | undefined => {
    const name = pathArgument(path);
    const options: Record<string, unknown> =
      typeof given === 'number' || typeof given === 'string' ? { mode: given } : optionsArgument(given);
    const { recursive = false } = options;
    validateBoolean(recursive, 'options.recursive');
    const isRecursive = recursive;
    const mode = modeArgument(options.mode, 0o777, given === options ? 'options.mode' : 'mode');
    const made = this.attempt('mkdir', name, () => this.host.system.sync('mkdir', this.#absolute(name), isRecursive, mode));
    if (!isRecursive || made === null) return undefined;
    const { workingDirectory } = this.host;
    // The result is relative if the given path is.
    return name.startsWith('/') || !made.startsWith(`${workingDirectory}/`) ? made : made.slice(workingDirectory.length + 1);
  };

  readonly readdir = (path: unknown, given?: unknown): unknown[] => {
    const name = pathArgument(path);
    const options = optionsArgument(given);
    if (options.recursive !== undefined) validateBoolean(options.recursive, 'options.recursive');
    const results: unknown[] = [];
    const wrap = (text: string) => encodeName(text, options.encoding);
    const { join } = this.host.builtin('path') as { join(...parts: string[]): string }; // The exports of that module.
    // Lists level by level, as Node does.
    const waiting = [{ folder: this.#absolute(name), prefix: '' }];
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { folder, prefix } = next;
      const shownFolder = prefix === '' ? name : join(name, prefix.slice(0, -1));
      for (const item of this.attempt('scandir', name, () => this.host.system.sync('readdir', folder))) {
        results.push(options.withFileTypes === true ? new Dirent(wrap(item.name), shownFolder, item.kind) : wrap(prefix + item.name));
        if (options.recursive === true && item.kind === 'directory')
          waiting.push({ folder: joinPath(folder, item.name), prefix: `${prefix}${item.name}/` });
      }
    }
    return results;
  };

  readonly rmdir = (path: unknown, given?: unknown): void => {
    const name = pathArgument(path);
    const options = removalOptions(given);
    if (options.recursive) {
      this.warnOfRecursiveRmdir();
      // `rm` removes anything, but `rmdir` only a folder.
      requireFolder(
        this.attempt('rmdir', name, () => this.host.system.sync('lstat', this.#absolute(name))),
        name,
      );
      this.rm(path, { recursive: true, force: true });
      return;
    }
    this.attempt('rmdir', name, () => this.host.system.sync('rmdir', this.#absolute(name)));
  };

  #hasWarned = false;

  warnOfRecursiveRmdir(): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    const { emitWarning } = this.host.builtin('process') as { emitWarning(message: string, type: string, code: string): void };
    emitWarning(
      'In future versions of Node.js, fs.rmdir(path, { recursive: true }) will be removed. Use fs.rm(path, { recursive: true }) instead',
      'DeprecationWarning',
      'DEP0147',
    );
  }

  readonly rm = (path: unknown, given?: unknown): void => {
    const name = pathArgument(path);
    const options = removalOptions(given);
    const absolute = this.#absolute(name);
    const status = this.lstat(name, { throwIfNoEntry: !options.force });
    if (status === undefined) return;
    if (status.isDirectory() && !options.recursive) {
      const error = nodeError(Error, 'ERR_FS_EISDIR', `Path is a directory: rm returned EISDIR (is a directory) ${name}`);
      throw Object.assign(error, { name: 'SystemError', errno: 21, syscall: 'rm', path: name });
    }
    this.attempt('rm', name, () => this.host.system.sync('removeTree', absolute, options.force));
  };

  readonly unlink = (path: unknown): void => {
    const name = pathArgument(path);
    this.attempt('unlink', name, () => this.host.system.sync('unlink', this.#absolute(name)));
  };

  readonly rename = (from: unknown, to: unknown): void => this.#pair('rename', from, to, 'oldPath', 'newPath');
  readonly link = (existing: unknown, path: unknown): void => this.#pair('link', existing, path, 'existingPath', 'newPath');

  #pair(syscall: 'rename' | 'link', from: unknown, to: unknown, fromName: string, toName: string): void {
    const source = pathArgument(from, fromName);
    const target = pathArgument(to, toName);
    this.attempt(syscall, source, () => this.host.system.sync(syscall, this.#absolute(source), this.#absolute(target)), target);
  }

  readonly symlink = (target: unknown, path: unknown): void => {
    const text = pathArgument(target, 'target');
    const name = pathArgument(path);
    this.attempt('symlink', text, () => this.host.system.sync('symlink', text, this.#absolute(name)), name);
  };

  readonly readlink = (path: unknown, given?: unknown): unknown => {
    const name = pathArgument(path);
    const { encoding } = optionsArgument(given);
    const target = this.attempt('readlink', name, () => this.host.system.sync('readlink', this.#absolute(name)));
    return encodeName(target, encoding);
  };

  readonly realpath = (path: unknown, given?: unknown): unknown => {
    const name = pathArgument(path);
    const { encoding } = optionsArgument(given);
    // Node's implementation calls lstat on each part of the path.
    const real = this.attempt('lstat', this.#absolute(name), () => this.host.system.sync('realpath', this.host.resolvePath(name)));
    return encodeName(real, encoding);
  };

  readonly chmod = (path: unknown, mode: unknown): void => {
    const name = pathArgument(path);
    const permissions = modeArgument(mode);
    this.attempt('chmod', name, () => this.host.system.sync('chmod', this.#absolute(name), permissions));
  };

  /** Checks only that the file exists: there is a single user, so the owner cannot change. */
  readonly chown = (path: unknown, user: unknown, group: unknown): void => this.#own('chown', 'stat', path, user, group);
  readonly lchown = (path: unknown, user: unknown, group: unknown): void => this.#own('lchown', 'lstat', path, user, group);

  #own(syscall: string, look: 'stat' | 'lstat', path: unknown, user: unknown, group: unknown): void {
    const name = pathArgument(path);
    ownerArguments(user, group);
    this.attempt(syscall, name, () => this.host.system.sync(look, this.#absolute(name)));
  }

  readonly utimes = (path: unknown, accessed: unknown, modified: unknown): void => {
    const name = pathArgument(path);
    const times = [timeArgument(accessed), timeArgument(modified)] as const;
    this.attempt('utime', name, () => this.host.system.sync('utimes', this.#absolute(name), ...times));
  };

  readonly truncate = (path: unknown, length?: unknown): void => {
    if (typeof path === 'number') {
      this.#warnOfTruncate();
      this.ftruncate(path, length);
      return;
    }
    validateInteger(length ?? 0, 'len');
    const descriptor = this.open(path, 'r+');
    try {
      this.ftruncate(descriptor, length);
    } finally {
      this.close(descriptor);
    }
  };

  readonly mkdtemp = (prefix: unknown, given?: unknown): unknown => {
    const { encoding } = optionsArgument(given);
    const start = pathArgument(prefix, 'prefix');
    if (start.endsWith('X')) this.#warnOfTemplate();
    const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
    const random = crypto.getRandomValues(new Uint8Array(6));
    const name = start + [...random].map((byte) => letters[byte % letters.length]).join('');
    this.attempt('mkdtemp', `${start}XXXXXX`, () => this.host.system.sync('mkdir', this.#absolute(name), false, 0o700));
    return encodeName(name, encoding);
  };

  #hasWarnedOfTruncate = false;

  #warnOfTruncate(): void {
    if (this.#hasWarnedOfTruncate) return;
    this.#hasWarnedOfTruncate = true;
    const { emitWarning } = this.host.builtin('process') as { emitWarning(message: string, type: string, code: string): void };
    emitWarning(
      'Using fs.truncate with a file descriptor is deprecated. Please use fs.ftruncate with a file descriptor instead.',
      'DeprecationWarning',
      'DEP0081',
    );
  }

  #hasWarnedOfTemplate = false;

  #warnOfTemplate(): void {
    if (this.#hasWarnedOfTemplate) return;
    this.#hasWarnedOfTemplate = true;
    (this.host.builtin('process').emitWarning as (message: string) => void)(
      'mkdtemp() templates ending with X are not portable. For details see: https://nodejs.org/api/fs.html',
    );
  }

  readonly copyFile = (from: unknown, to: unknown, mode?: unknown): void => {
    const source = pathArgument(from, 'src');
    const target = pathArgument(to, 'dest');
    const isExclusive = (smallModeArgument(mode) & 1) !== 0;
    const { system } = this.host;
    this.attempt(
      'copyfile',
      source,
      () => {
        const content = system.sync('readFile', this.#absolute(source));
        const status = system.sync('stat', this.#absolute(source));
        system.sync(
          'writeFile',
          this.#absolute(target),
          content,
          isExclusive ? WRITE_FLAGS | OpenFlag.EXCLUSIVE : WRITE_FLAGS,
          status.mode,
        );
      },
      target,
    );
  };

  readonly cp = (from: unknown, to: unknown, given?: unknown): void => {
    const source = this.#absolute(pathArgument(from, 'src'));
    const target = this.#absolute(pathArgument(to, 'dest'));
    const options = optionsArgument(given);
    const { filter } = options;
    if (typeof filter === 'function' && filter(source, target) === false) return;
    const status = options.dereference === true ? this.stat(source) : this.lstat(source);
    if (status?.isDirectory()) {
      if (options.recursive !== true)
        throw Object.assign(new Error(`Recursive option not enabled, cannot copy a directory: ${source}`), { code: 'ERR_FS_EISDIR' });
      this.mkdir(target, { recursive: true });
      for (const name of this.readdir(source)) this.cp(`${source}/${String(name)}`, `${target}/${String(name)}`, given);
      return;
    }
    if (options.force === false && this.exists(target)) {
      if (options.errorOnExist === true) throw Object.assign(new Error(`Target already exists: ${target}`), { code: 'ERR_FS_CP_EEXIST' });
      return;
    }
    this.mkdir(parentFolder(target), { recursive: true });
    if (!status?.isSymbolicLink()) {
      this.copyFile(source, target);
      return;
    }
    if (this.lstat(target, { throwIfNoEntry: false }) !== undefined) this.unlink(target);
    this.symlink(this.readlink(source), target);
  };

  readonly statfs = (path: unknown, given?: unknown): StatFs => {
    const name = pathArgument(path);
    const isBig = optionsArgument(given).bigint === true;
    this.attempt('statfs', name, () => this.host.system.sync('stat', this.#absolute(name)));
    return new StatFs(isBig);
  };
}
