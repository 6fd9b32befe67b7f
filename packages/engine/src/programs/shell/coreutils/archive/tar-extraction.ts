import { errorCode, errorText } from '../../text/error-text.ts';
import { directoryName, resolvePath } from '../../text/resolve-path.ts';
import type { CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import type { TarMember } from './tar-archive.ts';
import type { TarOptions } from './tar-options.ts';
import type { NameKind } from './tar-transform.ts';

/** Extracts members. Names in an archive are untrusted: nothing is written outside the folder. */
export class TarExtraction {
  readonly #options: TarOptions;
  readonly #context: CommandContext;
  /** Folder times are set last, because writing files into a folder changes them. */
  readonly #folders = new Map<string, number>();

  constructor(options: TarOptions, context: CommandContext) {
    this.#options = options;
    this.#context = context;
  }

  /** Returns the name after `--transform` and `--strip-components`; empty if nothing remains. */
  nameOf({ path }: TarMember): string {
    return this.#name(path, 'member');
  }

  #name(path: string, kind: NameKind): string {
    const changed = this.#options.transform(path, kind);
    if (this.#options.strip === 0) return changed;
    const isFolder = changed.endsWith('/');
    const parts = changed.split('/').filter((part) => part !== '');
    const rest = parts.slice(this.#options.strip).join('/');
    return rest !== '' && isFolder ? `${rest}/` : rest;
  }

  /** Returns false if it failed; the failure was reported. */
  async extract(member: TarMember): Promise<boolean> {
    const { stdout, stderr } = this.#context;
    const { flags } = this.#options;
    const path = this.nameOf(member).replace(/^\/+/, '');
    if (path === '') return true;
    if (flags.has('v')) {
      const shown = flags.has('show-transformed-names') ? path : member.path;
      await (flags.has('O') ? stderr : stdout).writeLine(shown);
    }
    if (flags.has('O')) {
      await stdout.writeBytes(member.content);
      return true;
    }
    const target = this.#inside(path, member.path);
    try {
      const existing = this.#context.files.find(target, false);
      if (existing !== null && flags.has('skip-old-files')) {
        if (flags.has('v')) await stderr.writeLine(`tar: ${path.replace(/\/+$/, '')}: skipping existing file`);
        return true;
      }
      if (member.kind === 'directory') return this.#makeFolder(target, member);
      if (existing !== null && flags.has('k')) return await this.#fail(`${path}: ${failureOf(member)}: File exists`);
      this.#makePlace(target, member.path);
      if (existing?.kind === 'directory') this.#context.system.sync('rmdir', target);
      else if (existing !== null) this.#context.system.sync('unlink', target);
      this.#write(target, member);
      return true;
    } catch (error) {
      if (errorCode(error) === null) throw error;
      return await this.#fail(`${path}: ${failureOf(member)}: ${errorText(error)}`);
    }
  }

  #inside(path: string, shown: string): string {
    const { folder } = this.#options;
    const target = resolvePath(folder, path.replace(/^\/+/, ''));
    if (target !== folder && !target.startsWith(folder === '/' ? '/' : `${folder}/`))
      throw new CommandError(`${shown}: Member name contains '..'`, 2);
    return target;
  }

  #makeFolder(target: string, { path, mode, modifiedAt }: TarMember): boolean {
    const { system, files } = this.#context;
    const existing = files.find(target, false);
    if (target !== this.#options.folder) this.#makePlace(target, path);
    if (existing !== null && existing.kind !== 'directory' && !this.#options.flags.has('k')) system.sync('unlink', target);
    system.sync('mkdir', target, true, mode);
    if (this.#options.flags.has('p') && existing === null) system.sync('chmod', target, mode);
    this.#folders.set(target, modifiedAt);
    return true;
  }

  /** Creates the folder for a member; existing links must not lead outside. */
  #makePlace(target: string, shown: string): void {
    const { system, files } = this.#context;
    const place = directoryName(target);
    let known = place;
    while (files.find(known) === null && known !== '/') known = directoryName(known);
    const real = system.sync('realpath', known);
    const root = system.sync('realpath', this.#options.folder);
    const isInside = known === this.#options.folder || real === root || real.startsWith(root === '/' ? '/' : `${root}/`);
    if (!isInside) throw new CommandError(`${shown}: Cannot open: a link leads outside`, 2);
    system.sync('mkdir', place, true, 0o755);
  }

  #write(target: string, member: TarMember): void {
    const { system } = this.#context;
    const { flags } = this.#options;
    if (member.kind === 'symlink') system.sync('symlink', member.target, target);
    else if (member.kind === 'link') {
      const linked = this.#inside(this.#name(member.target, 'hard-link'), member.path);
      system.sync('link', linked, target);
    } else {
      system.sync('writeFile', target, member.content, 0o1101, member.mode);
      if (flags.has('p')) system.sync('chmod', target, member.mode);
      if (!flags.has('m')) system.sync('utimes', target, member.modifiedAt * 1000, member.modifiedAt * 1000);
    }
  }

  /** Sets the times of the folders, innermost first. */
  finish(): void {
    if (this.#options.flags.has('m')) return;
    for (const [path, modifiedAt] of [...this.#folders].reverse()) {
      if (this.#context.files.isDirectory(path)) this.#context.system.sync('utimes', path, modifiedAt * 1000, modifiedAt * 1000);
    }
  }

  async #fail(message: string): Promise<boolean> {
    await this.#context.stderr.writeLine(`tar: ${message}`);
    return false;
  }
}

function failureOf({ kind, target }: TarMember): string {
  if (kind === 'symlink') return `Cannot create symlink to '${target}'`;
  return kind === 'link' ? `Cannot hard link to '${target}'` : 'Cannot open';
}
