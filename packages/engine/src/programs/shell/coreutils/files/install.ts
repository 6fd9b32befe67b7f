import { errorCode, errorText } from '../../text/error-text.ts';
import { changeMode } from '../../text/mode-text.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import { targetFor } from './target-for.ts';

const HINT = "\nTry 'install --help' for more information.";

/**
 * Implements `install`, which copies with a mode or creates folders. All files belong to the same user, so `-o` and `-g` have no effect.
 */
export const install: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, {
    flags: 'cdDpCTvb',
    values: 'mtgo',
    long: {
      directory: 'd',
      mode: 'm',
      'target-directory': 't',
      'no-target-directory': 'T',
      'preserve-timestamps': 'p',
      compare: 'C',
      verbose: 'v',
      group: 'g',
      owner: 'o',
    },
  });
  const given = value('m') ?? '755';
  const mode = changeMode(given, 0, false);
  if (mode === null) throw new CommandError(`invalid mode '${given}'`);
  const installer = new Installer(context, flags, mode);
  if (flags.has('d')) {
    if (operands.length === 0) throw new CommandError(`missing file operand${HINT}`);
    return installer.makeFolders(operands);
  }
  return installer.copyAll(operands, value('t'));
};

class Installer {
  readonly #context: CommandContext;
  readonly #flags: ReadonlySet<string>;
  readonly #mode: number;

  constructor(context: CommandContext, flags: ReadonlySet<string>, mode: number) {
    this.#context = context;
    this.#flags = flags;
    this.#mode = mode;
  }

  async makeFolders(paths: readonly string[]): Promise<number> {
    let exitCode = 0;
    for (const path of paths) {
      if (!(await this.#makeFolder(path))) exitCode = 1;
      else this.#context.system.sync('chmod', this.#context.files.resolve(path), this.#mode);
    }
    return exitCode;
  }

  async copyAll(operands: readonly string[], folder: string | null): Promise<number> {
    const { files } = this.#context;
    const sources = [...operands];
    const target = folder ?? (sources.length > 1 ? sources.pop() : undefined);
    const [first] = sources;
    if (first === undefined) throw new CommandError(`missing file operand${HINT}`);
    if (target === undefined) throw new CommandError(`missing destination file operand after '${first}'${HINT}`);
    const isFolder = folder !== null || (files.isDirectory(target) && !this.#flags.has('T'));
    if (folder !== null && this.#flags.has('D') && !(await this.#makeFolder(folder))) return 1;
    if ((folder !== null || sources.length > 1) && !files.isDirectory(target)) {
      const why = files.find(target) === null ? 'No such file or directory' : 'Not a directory';
      throw new CommandError(`${folder === null ? `target '${target}'` : `failed to access '${target}'`}: ${why}`);
    }
    let exitCode = 0;
    for (const source of sources) {
      if (!(await this.#copy(source, targetFor(source, target, isFolder)))) exitCode = 1;
    }
    return exitCode;
  }

  async #copy(source: string, target: string): Promise<boolean> {
    const { files, system, stdout } = this.#context;
    const status = files.find(source);
    if (status === null) return this.#fail(`cannot stat '${source}': No such file or directory`);
    if (status.kind === 'directory') return this.#fail(`omitting directory '${source}'`);
    const existing = files.find(target, false);
    if (existing?.kind === 'directory') return this.#fail(`cannot overwrite directory '${target}' with non-directory`);
    if (existing?.inode === status.inode) return this.#fail(`'${source}' and '${target}' are the same file`);
    if (target.endsWith('/')) return this.#fail(`cannot create regular file '${target}': Not a directory`);
    const parent = target.replace(/\/?[^/]*$/, '');
    if (this.#flags.has('D') && parent !== '' && !(await this.#makeFolder(parent))) return false;
    try {
      const bytes = system.sync('readFile', files.resolve(source));
      const isSame = existing !== null && this.#flags.has('C') && this.#isAlready(target, bytes);
      if (isSame) return true;
      if (existing !== null) await this.#makeRoom(target);
      files.writeBytes(target, bytes, this.#mode);
      system.sync('chmod', files.resolve(target), this.#mode);
      if (this.#flags.has('p')) system.sync('utimes', files.resolve(target), status.accessedAt, status.modifiedAt);
    } catch (error) {
      if (errorCode(error) === null) throw error;
      return this.#fail(`cannot create regular file '${target}': ${errorText(error)}`);
    }
    if (this.#flags.has('v')) await stdout.writeLine(`'${source}' -> '${target}'`);
    return true;
  }

  /** With `-C`: returns true if the target already has the same bytes and mode. */
  #isAlready(target: string, bytes: Uint8Array): boolean {
    const { files, system } = this.#context;
    const { kind, mode, size } = files.lstat(target);
    if (kind !== 'file' || size !== bytes.byteLength || (mode & 0o7777) !== this.#mode) return false;
    return system.sync('readFile', files.resolve(target)).every((byte, index) => byte === bytes[index]);
  }

  /** Replaces an existing target instead of overwriting it: a link points elsewhere, and a running program has the old file open. */
  async #makeRoom(target: string): Promise<void> {
    const { files, system, stdout } = this.#context;
    if (this.#flags.has('b')) system.sync('rename', files.resolve(target), `${files.resolve(target)}~`);
    else {
      system.sync('unlink', files.resolve(target));
      if (this.#flags.has('v')) await stdout.writeLine(`removed '${target}'`);
    }
  }

  async #makeFolder(path: string): Promise<boolean> {
    const { files, system, stdout } = this.#context;
    const parts = path.replace(/\/+$/, '').split('/');
    for (const [index] of parts.entries()) {
      const folder = parts.slice(0, index + 1).join('/');
      if (folder === '' || files.isDirectory(folder)) continue;
      try {
        system.sync('mkdir', files.resolve(folder), false, 0o755);
      } catch (error) {
        if (errorCode(error) === null) throw error;
        return this.#fail(`cannot create directory '${folder}': ${errorText(error)}`);
      }
      if (this.#flags.has('v')) await stdout.writeLine(`install: creating directory '${folder}'`);
    }
    return true;
  }

  async #fail(message: string): Promise<false> {
    await this.#context.stderr.writeLine(`install: ${message}`);
    return false;
  }
}
