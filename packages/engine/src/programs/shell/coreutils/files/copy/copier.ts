import type { FileStatus } from '../../../../../abi/system-calls.ts';
import { OpenFlag } from '../../../../../abi/system-calls.ts';
import { errorCode, errorText } from '../../../text/error-text.ts';
import { directoryName, joinPath } from '../../../text/resolve-path.ts';
import { askUser } from '../../ask-user.ts';
import type { CommandContext } from '../../command.ts';
import { makeBackup } from './backup.ts';
import type { CopyOptions } from './copy-options.ts';

/** Copies each operand of `cp` and everything below it. */
export class Copier {
  readonly #context: CommandContext;
  readonly #options: CopyOptions;
  /** The copies of files with several names, by inode: their other names become links again. */
  readonly #copies = new Map<number, string>();

  constructor(context: CommandContext, options: CopyOptions) {
    this.#context = context;
    this.#options = options;
  }

  /** Returns false if it failed; the failure was reported. The rest of a folder is still copied. */
  async copy(source: string, target: string, isOperand = true): Promise<boolean> {
    const { files } = this.#context;
    const { following, isRecursive, isVerbose } = this.#options;
    const isFollowing = following === 'all' || (following === 'operands' && isOperand);
    const status = files.find(source, isFollowing);
    if (status === null) return this.#fail(`cannot stat '${source}': No such file or directory`);
    if (status.kind === 'directory' && !isRecursive) return this.#fail(`-r not specified; omitting directory '${source}'`);
    const refusal = this.#refusal(source, status, target);
    if (refusal !== null) return this.#fail(refusal);
    if (status.kind === 'directory') return this.#copyFolder(source, target, status);
    const existing = files.find(target, false);
    if (existing !== null && !(await this.#isToBeReplaced(status, target))) return true;
    let note = '';
    try {
      if (existing !== null) note = await this.#makeRoom(target, status);
      if (isVerbose) await this.#context.stdout.writeLine(`'${source}' -> '${target}'${note}`);
    } catch (error) {
      return this.#failOf(error, `cannot backup '${target}'`);
    }
    return this.#make(source, target, status);
  }

  /** Returns the reason why the copy is not possible, or null. */
  #refusal(source: string, status: FileStatus, target: string): string | null {
    const { files } = this.#context;
    const { link, isForced, backup, isRemovingFirst, overwriting, isUpdating } = this.#options;
    const existing = files.find(target);
    const found = files.find(target, false);
    if (existing === null && found === null) {
      if (target.endsWith('/') && status.kind !== 'directory') return `cannot create regular file '${target}': Not a directory`;
    } else if (status.kind === 'directory') {
      if (existing?.kind !== 'directory') return `cannot overwrite non-directory '${target}' with directory '${source}'`;
      if (existing.inode === status.inode) return `'${source}' and '${target}' are the same file`;
    } else if (existing?.kind === 'directory') return `cannot overwrite directory '${target}' with non-directory`;
    if (status.kind === 'directory') {
      const isInside = `${files.resolve(target)}/`.startsWith(`${files.resolve(source)}/`);
      return isInside ? `cannot copy a directory, '${source}', into itself, '${target}'` : null;
    }
    const isKept = overwriting === 'no' || (isUpdating && found !== null && found.modifiedAt >= status.modifiedAt);
    if (isKept || found === null) return null;
    const isSameName = files.resolve(source) === files.resolve(target);
    const isSame = existing !== null && existing.inode === files.find(source)?.inode && (status.kind !== 'symlink' || isSameName);
    if (isSame && link === 'hard' && found.kind === 'file') return null;
    // With a backup or prior removal, the target is replaced even if it is another name of the same file.
    const isReplaced = !isSameName && (backup !== null || isRemovingFirst);
    if (isSame && !isReplaced && !(isSameName && backup !== null && isForced)) return `'${source}' and '${target}' are the same file`;
    if (found.kind === 'symlink' && existing === null && link === null && status.kind === 'file' && !isRemovingFirst && backup === null) {
      return `not writing through dangling symlink '${target}'`;
    }
    return null;
  }

  async #isToBeReplaced(status: FileStatus, target: string): Promise<boolean> {
    const { files } = this.#context;
    const existing = files.find(target) ?? files.lstat(target);
    const { isUpdating, overwriting } = this.#options;
    if (isUpdating && existing.modifiedAt >= status.modifiedAt) return false;
    return overwriting === 'yes' || (overwriting === 'ask' && (await askUser(this.#context, `overwrite '${target}'?`)));
  }

  /** Returns the text that `-v` adds. */
  async #makeRoom(target: string, status: FileStatus): Promise<string> {
    const { files, system, stdout } = this.#context;
    const { backup, isRemovingFirst, isForced, isVerbose, link } = this.#options;
    const existing = files.lstat(target);
    const isSameFile = existing.inode === status.inode;
    if (backup !== null) {
      const name = makeBackup(this.#context, target, backup);
      // `cp -bf a a`: the file itself was renamed to its backup, and is copied from there.
      if (isSameFile && files.find(target, false) === null) this.#moved.set(status.inode, name);
      return ` (backup: '${name}')`;
    }
    const isLinkForced = isForced && link !== null && !isSameFile;
    if (isRemovingFirst || isLinkForced || (status.kind === 'symlink' && link === null)) {
      system.sync('unlink', files.resolve(target));
      if (isRemovingFirst && isVerbose) await stdout.writeLine(`removed '${target}'`);
    }
    return '';
  }

  readonly #moved = new Map<number, string>();

  async #make(source: string, target: string, status: FileStatus): Promise<boolean> {
    const { files, system } = this.#context;
    const { link, preserved } = this.#options;
    const from = files.resolve(this.#moved.get(status.inode) ?? source);
    const to = files.resolve(target);
    if (link === 'hard') {
      if (files.find(target, false)?.inode === status.inode) return true;
      const linked = status.kind === 'symlink' ? from : system.sync('realpath', from);
      return this.#try(`cannot create hard link '${target}' to '${source}'`, () => system.sync('link', linked, to));
    }
    if (link === 'symbolic') {
      if (!source.startsWith('/') && directoryName(to) !== files.resolve('.')) {
        return this.#fail(`${target}: can make relative symbolic links only in current directory`);
      }
      return this.#try(`cannot create symbolic link '${target}' to '${source}'`, () => system.sync('symlink', source, to));
    }
    const copy = preserved.has('links') && status.linkCount > 1 ? this.#copies.get(status.inode) : undefined;
    if (copy !== undefined) {
      return this.#try(`cannot create hard link '${target}' to '${copy}'`, () => {
        if (files.find(target, false) !== null) system.sync('unlink', to);
        system.sync('link', files.resolve(copy), to);
      });
    }
    this.#copies.set(status.inode, target);
    if (status.kind === 'symlink') {
      return this.#try(`cannot create symbolic link '${target}'`, () => system.sync('symlink', system.sync('readlink', from), to));
    }
    return this.#copyContent(source, from, target, status);
  }

  async #copyContent(source: string, from: string, target: string, status: FileStatus): Promise<boolean> {
    const { files, system } = this.#context;
    const { isWithoutContent, isForced } = this.#options;
    let bytes = new Uint8Array(0);
    if (!isWithoutContent) {
      const isRead = await this.#try(`cannot open '${source}' for reading`, () => {
        bytes = new Uint8Array(system.sync('readFile', from));
      });
      if (!isRead) return false;
    }
    const flags = OpenFlag.CREATE | OpenFlag.WRITE_ONLY | (isWithoutContent ? 0 : OpenFlag.TRUNCATE);
    return this.#try(`cannot create regular file '${target}'`, () => {
      const write = () => system.sync('writeFile', files.resolve(target), bytes, flags, status.mode);
      if (isWithoutContent && files.find(target) !== null) {
        this.#keep(target, status);
        return;
      }
      try {
        write();
      } catch (error) {
        if (!isForced || files.find(target, false) === null) throw error;
        system.sync('unlink', files.resolve(target));
        write();
      }
      this.#keep(target, status);
    });
  }

  async #copyFolder(source: string, target: string, status: FileStatus): Promise<boolean> {
    const { files, system, stdout } = this.#context;
    if (!files.isDirectory(target)) {
      if (this.#options.isVerbose) await stdout.writeLine(`'${source}' -> '${target}'`);
      const make = () => void system.sync('mkdir', files.resolve(target), false, status.mode);
      if (!(await this.#try(`cannot create directory '${target}'`, make))) return false;
    }
    let names: string[] = [];
    const list = () => {
      names = files.list(source).map(({ name }) => name);
    };
    let isDone = await this.#try(`cannot access '${source}'`, list);
    for (const name of names) if (!(await this.copy(joinPath(source, name), joinPath(target, name), false))) isDone = false;
    // Done last, because creating files inside changes the folder's times.
    this.#keep(target, status);
    return isDone;
  }

  /** With `--parents`: creates the folders of a path below the target, with the attributes of the source's folders. */
  async makeParents(source: string, folder: string): Promise<boolean> {
    const { files, system, stdout } = this.#context;
    const parts = source.replace(/\/+$/, '').split('/').slice(0, -1);
    for (const [index] of parts.entries()) {
      const parent = parts.slice(0, index + 1).join('/');
      if (parent === '' || files.isDirectory(joinPath(folder, parent))) continue;
      const status = files.find(parent);
      if (status === null) return this.#fail(`failed to get attributes of '${parent}': No such file or directory`);
      const made = joinPath(folder, parent.replace(/^\/+/, ''));
      if (files.isDirectory(made)) continue;
      const make = () => void system.sync('mkdir', files.resolve(made), false, status.mode);
      if (!(await this.#try(`cannot make directory '${made}'`, make))) return false;
      if (this.#options.isVerbose) await stdout.writeLine(`${parent} -> ${made}`);
      this.#keep(made, status);
    }
    return true;
  }

  #keep(target: string, { mode, accessedAt, modifiedAt }: FileStatus): void {
    const { files, system } = this.#context;
    const { preserved } = this.#options;
    if (preserved.has('mode')) system.sync('chmod', files.resolve(target), mode);
    if (preserved.has('timestamps')) system.sync('utimes', files.resolve(target), accessedAt, modifiedAt);
  }

  async #try(what: string, work: () => void): Promise<boolean> {
    try {
      work();
      return true;
    } catch (error) {
      return this.#failOf(error, what);
    }
  }

  #failOf(error: unknown, what: string): Promise<boolean> {
    if (errorCode(error) === null) throw error;
    return this.#fail(`${what}: ${errorText(error)}`);
  }

  async #fail(message: string): Promise<boolean> {
    await this.#context.stderr.writeLine(`${this.#context.name}: ${message}`);
    return false;
  }
}
