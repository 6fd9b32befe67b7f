import { gzipSync } from 'fflate';
import { errorText } from '../../text/error-text.ts';
import { joinPath, resolvePath } from '../../text/resolve-path.ts';
import type { CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import type { TarMember } from './tar-archive.ts';
import { writeTar } from './tar-archive.ts';
import type { TarOptions } from './tar-options.ts';
import { NOT_RECOVERABLE } from './tar-options.ts';

/** Returns false if something could not be archived; the failure was reported. */
export async function createTar(options: TarOptions, context: CommandContext): Promise<boolean> {
  const { archive, flags } = options;
  const { files, stderr, stdout } = context;
  const gathering = new Gathering(options, context);
  let isDone = true;
  if (options.operands.some(({ path }) => path.startsWith('/'))) {
    await stderr.writeLine("tar: Removing leading `/' from member names");
  }
  for (const { path, folder } of options.operands) {
    const shown = path.replace(/^\/+/, '').replace(/\/+$/, '') || '.';
    try {
      gathering.add(resolvePath(folder, path), shown);
    } catch (error) {
      gathering.failures.push(`${path}: Cannot stat: ${errorText(error)}`);
    }
    for (const message of gathering.failures.splice(0)) {
      await stderr.writeLine(`tar: ${message}`);
      isDone = false;
    }
  }
  if (flags.has('v')) {
    for (const [index, { path }] of gathering.members.entries()) {
      const shown = flags.has('show-transformed-names') ? path : (gathering.names[index] ?? path);
      await (archive === '-' ? stderr : stdout).writeLine(shown);
    }
  }
  const bytes = options.isZipped ? gzipSync(writeTar(gathering.members)) : writeTar(gathering.members);
  if (archive === '-') await stdout.writeBytes(bytes);
  else {
    try {
      files.writeBytes(archive, bytes);
    } catch (error) {
      throw new CommandError(`${archive}: Cannot open: ${errorText(error)}${NOT_RECOVERABLE}`, 2);
    }
  }
  return isDone;
}

class Gathering {
  readonly members: TarMember[] = [];
  /** The name of each member before `--transform`. */
  readonly names: string[] = [];
  /** The paths that could not be read; the others are still archived. */
  readonly failures: string[] = [];
  readonly #options: TarOptions;
  readonly #context: CommandContext;
  readonly #archive: string | null;

  constructor(options: TarOptions, context: CommandContext) {
    this.#options = options;
    this.#context = context;
    this.#archive = options.archive === '-' ? null : context.files.resolve(options.archive);
  }

  add(path: string, shown: string): void {
    const { system, files } = this.#context;
    const { excluded, flags, transform } = this.#options;
    if (excluded.some((expression) => expression.test(shown) || expression.test(shown.split('/').at(-1) ?? ''))) return;
    const status = system.sync(flags.has('h') ? 'stat' : 'lstat', path);
    const common = { mode: status.mode, modifiedAt: Math.floor(status.modifiedAt / 1000), target: '', content: new Uint8Array(0) };
    if (status.kind === 'directory') {
      this.#push({ ...common, kind: 'directory', path: `${shown}/` });
      for (const { name } of files.list(path)) this.add(joinPath(path, name), `${shown}/${name}`);
    } else if (status.kind === 'symlink') {
      const target = transform(system.sync('readlink', path), 'symlink');
      this.#push({ ...common, kind: 'symlink', path: shown, target });
    } else if (path === this.#archive) this.failures.push(`${shown}: archive cannot contain itself; not dumped`);
    else {
      try {
        this.#push({ ...common, kind: 'file', path: shown, content: system.sync('readFile', path) });
      } catch (error) {
        this.failures.push(`${shown}: Cannot open: ${errorText(error)}`);
      }
    }
  }

  #push(member: TarMember): void {
    const path = this.#options.transform(member.path, 'member');
    if (path === '') return;
    this.names.push(member.path);
    this.members.push({ ...member, path });
  }
}
