import { OpenFlag } from '../../../../abi/system-calls.ts';
import { Buffer } from '../../base/buffer-class.ts';
import { invalidArgumentType } from '../../errors/node-error.ts';
import { createSystemError, shapeSystemError, systemErrorCode } from '../../errors/shape-system-error.ts';
import { joinPath, parentFolder } from '../../loader/module-files.ts';
import type { NodeHost } from '../../node-host.ts';
import { Dirent, Stats } from './file-stats.ts';
import {
  bytesArgument,
  descriptorArgument,
  encodeResult,
  flagsArgument,
  modeArgument,
  optionsArgument,
  pathArgument,
  timeArgument,
} from './fs-arguments.ts';

const WRITE_FLAGS = OpenFlag.WRITE_ONLY | OpenFlag.CREATE | OpenFlag.TRUNCATE;
const APPEND_FLAGS = OpenFlag.WRITE_ONLY | OpenFlag.CREATE | OpenFlag.APPEND;

type Operation = (...args: unknown[]) => unknown;

/**
 * The file operations as plain synchronous functions with Node's arguments, results and errors. The callback and the promise forms
 * are made from them: a system call on a file takes microseconds, less than a message there and back.
 */
export class FileOperations {
  constructor(private readonly host: NodeHost) {}

  /** Does `call`, wording its errors as Node does for this system call. */
  #attempt<Result>(syscall: string, path: string | undefined, call: () => Result, dest?: string): Result {
    try {
      return call();
    } catch (error) {
      throw shapeSystemError(error, { syscall, path, dest });
    }
  }

  #absolute(path: string): string {
    // Asked as given: a trailing slash means "only a folder".
    return path.startsWith('/') ? path : this.host.resolvePath(path);
  }

  readonly open = (path: unknown, flags?: unknown, mode?: unknown): number => {
    const name = pathArgument(path);
    const number = flagsArgument(flags);
    return this.#attempt('open', name, () => this.host.system.sync('open', this.#absolute(name), number, modeArgument(mode, 0o666)));
  };

  readonly close = (descriptor: unknown): void => {
    const number = descriptorArgument(descriptor);
    this.#attempt('close', undefined, () => this.host.system.sync('close', number));
  };

  readonly readFile = (path: unknown, given?: unknown): Buffer | string => {
    const options = optionsArgument(given);
    if (typeof path === 'number') return encodeResult(this.#readAll(path), options.encoding);
    const name = pathArgument(path);
    const bytes = this.#attempt('open', name, () => {
      try {
        return this.host.system.sync('readFile', this.#absolute(name));
      } catch (error) {
        // Node opens a folder and fails at the first read.
        if (systemErrorCode(error) === 'EISDIR') throw createSystemError('EISDIR', { syscall: 'read' });
        throw error;
      }
    });
    return encodeResult(bytes, options.encoding);
  };

  #readAll(descriptor: number): Uint8Array {
    const chunks: Uint8Array[] = [];
    for (;;) {
      const chunk = this.#attempt('read', undefined, () => this.host.system.sync('read', descriptor, 65_536, null));
      if (chunk.length === 0) return Buffer.concat(chunks);
      chunks.push(chunk);
    }
  }

  readonly writeFile = (path: unknown, data: unknown, given?: unknown): void => {
    const options = optionsArgument(given);
    const bytes = bytesArgument(data, options.encoding);
    if (typeof path === 'number') {
      this.#writeAll(path, bytes);
      return;
    }
    const name = pathArgument(path);
    const flags = flagsArgument(options.flag, WRITE_FLAGS);
    this.#attempt('open', name, () => {
      this.host.system.sync('writeFile', this.#absolute(name), bytes, flags, modeArgument(options.mode, 0o666));
    });
  };

  #writeAll(descriptor: number, bytes: Uint8Array): void {
    for (let offset = 0; offset < bytes.length; ) {
      const part = bytes.subarray(offset);
      offset += this.#attempt('write', undefined, () => this.host.system.sync('write', descriptor, part, null));
    }
  }

  readonly appendFile = (path: unknown, data: unknown, given?: unknown): void => {
    const options = optionsArgument(given);
    this.writeFile(path, data, { ...options, flag: options.flag ?? APPEND_FLAGS });
  };

  readonly stat = (path: unknown, given?: unknown): Stats | undefined => this.#status('stat', path, given);
  readonly lstat = (path: unknown, given?: unknown): Stats | undefined => this.#status('lstat', path, given);

  #status(syscall: 'stat' | 'lstat', path: unknown, given: unknown): Stats | undefined {
    const name = pathArgument(path);
    const options = optionsArgument(given);
    try {
      return new Stats(this.host.system.sync(syscall, this.#absolute(name)), options.bigint === true);
    } catch (error) {
      const code = systemErrorCode(error);
      if (options.throwIfNoEntry === false && (code === 'ENOENT' || code === 'ENOTDIR')) return undefined;
      throw shapeSystemError(error, { syscall, path: name });
    }
  }

  readonly fstat = (descriptor: unknown, given?: unknown): Stats => {
    const number = descriptorArgument(descriptor);
    const isBig = optionsArgument(given).bigint === true;
    return this.#attempt('fstat', undefined, () => new Stats(this.host.system.sync('fstat', number), isBig));
  };

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
    const status = this.#attempt('access', name, () => this.host.system.sync('stat', this.#absolute(name)));
    const asked = modeArgument(mode, 0);
    // The user owns every file, so the owner's bits decide.
    if ((asked & ~(status.mode >> 6) & 7) !== 0) throw createSystemError('EACCES', { syscall: 'access', path: name });
  };

  readonly mkdir = (path: unknown, given?: unknown): string | undefined => {
    const name = pathArgument(path);
    const options: Record<string, unknown> =
      typeof given === 'number' || typeof given === 'string' ? { mode: given } : optionsArgument(given);
    const isRecursive = options.recursive === true;
    const mode = modeArgument(options.mode, 0o777);
    const made = this.#attempt('mkdir', name, () => this.host.system.sync('mkdir', this.#absolute(name), isRecursive, mode));
    if (!isRecursive || made === null) return undefined;
    const { workingDirectory } = this.host;
    // Told in the way it was asked for.
    return name.startsWith('/') || !made.startsWith(`${workingDirectory}/`) ? made : made.slice(workingDirectory.length + 1);
  };

  readonly readdir = (path: unknown, given?: unknown): unknown[] => {
    const name = pathArgument(path);
    const options = optionsArgument(given);
    const results: unknown[] = [];
    const wrap = (text: string) => (options.encoding === 'buffer' ? Buffer.from(text) : text);
    const visit = (folder: string, prefix: string) => {
      const items = this.#attempt('scandir', name, () => this.host.system.sync('readdir', folder));
      for (const item of items) {
        const shownFolder = prefix === '' ? name : `${name.replace(/\/$/, '')}/${prefix.slice(0, -1)}`;
        results.push(options.withFileTypes === true ? new Dirent(wrap(item.name), shownFolder, item.kind) : wrap(prefix + item.name));
        if (options.recursive === true && item.kind === 'directory') visit(joinPath(folder, item.name), `${prefix}${item.name}/`);
      }
    };
    visit(this.#absolute(name), '');
    return results;
  };

  readonly rmdir = (path: unknown, given?: unknown): void => {
    const name = pathArgument(path);
    if (optionsArgument(given).recursive === true) {
      this.rm(path, { recursive: true, force: true });
      return;
    }
    this.#attempt('rmdir', name, () => this.host.system.sync('rmdir', this.#absolute(name)));
  };

  readonly rm = (path: unknown, given?: unknown): void => {
    const name = pathArgument(path);
    const options = optionsArgument(given);
    const absolute = this.#absolute(name);
    const status = this.lstat(name, { throwIfNoEntry: options.force !== true });
    if (status === undefined) return;
    if (status.isDirectory() && options.recursive !== true) {
      throw Object.assign(new Error(`Path is a directory: rm returned EISDIR (is a directory) ${name}`), {
        name: 'SystemError',
        code: 'ERR_FS_EISDIR',
        errno: 21,
        syscall: 'rm',
        path: name,
      });
    }
    this.#attempt('rm', name, () => this.host.system.sync('removeTree', absolute, options.force === true));
  };

  readonly unlink = (path: unknown): void => {
    const name = pathArgument(path);
    this.#attempt('unlink', name, () => this.host.system.sync('unlink', this.#absolute(name)));
  };

  readonly rename = (from: unknown, to: unknown): void => this.#pair('rename', from, to, 'oldPath', 'newPath');
  readonly link = (existing: unknown, path: unknown): void => this.#pair('link', existing, path, 'existingPath', 'newPath');

  #pair(syscall: 'rename' | 'link', from: unknown, to: unknown, fromName: string, toName: string): void {
    const source = pathArgument(from, fromName);
    const target = pathArgument(to, toName);
    this.#attempt(syscall, source, () => this.host.system.sync(syscall, this.#absolute(source), this.#absolute(target)), target);
  }

  readonly symlink = (target: unknown, path: unknown): void => {
    const text = pathArgument(target, 'target');
    const name = pathArgument(path);
    this.#attempt('symlink', text, () => this.host.system.sync('symlink', text, this.#absolute(name)), name);
  };

  readonly readlink = (path: unknown, given?: unknown): unknown => {
    const name = pathArgument(path);
    const target = this.#attempt('readlink', name, () => this.host.system.sync('readlink', this.#absolute(name)));
    return optionsArgument(given).encoding === 'buffer' ? Buffer.from(target) : target;
  };

  readonly realpath = (path: unknown, given?: unknown): unknown => {
    const name = pathArgument(path);
    // Node's own walk lstats each part.
    const real = this.#attempt('lstat', this.#absolute(name), () => this.host.system.sync('realpath', this.#absolute(name)));
    return optionsArgument(given).encoding === 'buffer' ? Buffer.from(real) : real;
  };

  readonly chmod = (path: unknown, mode: unknown): void => {
    const name = pathArgument(path);
    this.#attempt('chmod', name, () => this.host.system.sync('chmod', this.#absolute(name), modeArgument(mode, 0o666)));
  };

  /** There is one user: whose the file is cannot change, but the file must be there. */
  readonly chown = (path: unknown): void => {
    const name = pathArgument(path);
    this.#attempt('chown', name, () => this.host.system.sync('lstat', this.#absolute(name)));
  };

  readonly utimes = (path: unknown, accessed: unknown, modified: unknown): void => {
    const name = pathArgument(path);
    this.#attempt('utime', name, () =>
      this.host.system.sync('utimes', this.#absolute(name), timeArgument(accessed), timeArgument(modified)),
    );
  };

  readonly truncate = (path: unknown, length?: unknown): void => {
    const descriptor = this.open(path, 'r+');
    try {
      this.ftruncate(descriptor, length);
    } finally {
      this.close(descriptor);
    }
  };

  readonly ftruncate = (descriptor: unknown, length?: unknown): void => {
    const number = descriptorArgument(descriptor);
    this.#attempt('ftruncate', undefined, () => this.host.system.sync('ftruncate', number, Math.max(0, Number(length ?? 0))));
  };

  readonly fsync = (descriptor: unknown): void => {
    const number = descriptorArgument(descriptor);
    this.#attempt('fsync', undefined, () => this.host.system.sync('fsync', number));
  };

  /** Bytes written; a text or bytes, with Node's two orders of arguments. */
  readonly write = (descriptor: unknown, data: unknown, ...rest: unknown[]): number => {
    const number = descriptorArgument(descriptor);
    const { bytes, position } = writeArguments(data, rest);
    return this.#attempt('write', undefined, () => this.host.system.sync('write', number, bytes, position));
  };

  readonly read = (descriptor: unknown, target: unknown, ...rest: unknown[]): number => {
    const number = descriptorArgument(descriptor);
    const { view, length, position } = readArguments(target, rest);
    const bytes = this.#attempt('read', undefined, () => this.host.system.sync('read', number, length, position));
    view.set(bytes);
    return bytes.length;
  };

  readonly readv = (descriptor: unknown, views: ArrayBufferView[], position?: unknown): number =>
    this.#vector(this.read, descriptor, views, position);
  readonly writev = (descriptor: unknown, views: ArrayBufferView[], position?: unknown): number =>
    this.#vector(this.write, descriptor, views, position);

  #vector(operation: Operation, descriptor: unknown, views: ArrayBufferView[], position: unknown): number {
    let total = 0;
    for (const view of views) {
      const at = typeof position === 'number' ? position + total : null;
      const count = Number(operation(descriptor, view, 0, view.byteLength, at));
      total += count;
      if (count < view.byteLength) break;
    }
    return total;
  }

  readonly mkdtemp = (prefix: unknown): string => {
    const start = pathArgument(prefix, 'prefix');
    const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
    const random = crypto.getRandomValues(new Uint8Array(6));
    const name = start + [...random].map((byte) => letters[byte % letters.length]).join('');
    this.#attempt('mkdtemp', `${start}XXXXXX`, () => this.host.system.sync('mkdir', this.#absolute(name), false, 0o700));
    return name;
  };

  readonly copyFile = (from: unknown, to: unknown, mode?: unknown): void => {
    const source = pathArgument(from, 'src');
    const target = pathArgument(to, 'dest');
    const { system } = this.host;
    this.#attempt(
      'copyfile',
      source,
      () => {
        const content = system.sync('readFile', this.#absolute(source));
        const isExclusive = (modeArgument(mode, 0) & 1) !== 0;
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

  readonly statfs = (path: unknown): Record<string, number> => {
    this.access(path);
    return { type: 0x01021994, bsize: 4096, blocks: 524_288, bfree: 262_144, bavail: 262_144, files: 1_000_000, ffree: 900_000 };
  };
}

export function writeArguments(data: unknown, rest: unknown[]): { bytes: Uint8Array; position: number | null } {
  if (typeof data === 'string') {
    const [position, encoding] = rest;
    return { bytes: bytesArgument(data, encoding), position: positionArgument(position) };
  }
  const whole = bytesArgument(data, undefined, 'buffer');
  const first = rest[0];
  const options =
    typeof first === 'object' && first !== null ? optionsArgument(first) : { offset: first, length: rest[1], position: rest[2] };
  const offset = Number(options.offset ?? 0);
  const length = Number(options.length ?? whole.length - offset);
  return { bytes: whole.subarray(offset, offset + length), position: positionArgument(options.position) };
}

export function readArguments(target: unknown, rest: unknown[]): { view: Uint8Array; length: number; position: number | null } {
  if (!ArrayBuffer.isView(target)) throw invalidArgumentType('buffer', 'an instance of Buffer, TypedArray, or DataView', target);
  const whole = new Uint8Array(target.buffer, target.byteOffset, target.byteLength);
  const first = rest[0];
  const options =
    typeof first === 'object' && first !== null ? optionsArgument(first) : { offset: first, length: rest[1], position: rest[2] };
  const offset = Number(options.offset ?? 0);
  const length = Math.min(Number(options.length ?? whole.length - offset), whole.length - offset);
  return { view: whole.subarray(offset, offset + length), length, position: positionArgument(options.position) };
}

function positionArgument(value: unknown): number | null {
  if (typeof value === 'bigint') return value < 0n ? null : Number(value);
  return typeof value === 'number' && value >= 0 ? value : null;
}
