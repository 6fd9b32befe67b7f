import { TAR_BLOCK } from '../../../archive/read-tar.ts';
import { errorText } from '../../text/error-text.ts';
import { patternRegExp } from '../../text/glob-pattern.ts';
import { LocalTimes } from '../../text/local-times.ts';
import { modeText } from '../../text/mode-text.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import type { TarMember } from './tar-archive.ts';
import { readMembers } from './tar-archive.ts';
import { createTar } from './tar-create.ts';
import { TarExtraction } from './tar-extraction.ts';
import type { TarOptions } from './tar-options.ts';
import { NOT_RECOVERABLE, notHere, TAR_HINT, tarOptions } from './tar-options.ts';
import { isGzip, unpackGzip } from './unpack-gzip.ts';

const FAILURE = 'tar: Exiting with failure status due to previous errors';

export const tar: Command = async (context) => {
  const options = tarOptions(context);
  const { flags } = options;
  const chosen = ['c', 'x', 't'].filter((flag) => flags.has(flag));
  if (chosen.length > 1)
    throw new CommandError(`You may not specify more than one '-Acdtrux', '--delete' or  '--test-label' option${TAR_HINT}`, 2);
  if (chosen.length === 0)
    throw new CommandError(`You must specify one of the '-Acdtrux', '--delete' or '--test-label' options${TAR_HINT}`, 2);
  if (flags.has('c')) {
    if (options.operands.length === 0) throw new CommandError(`Cowardly refusing to create an empty archive${TAR_HINT}`, 2);
    const isDone = await createTar(options, context);
    if (!isDone) await context.stderr.writeLine(FAILURE);
    return isDone ? 0 : 2;
  }
  return read(options, context);
};

async function read(options: TarOptions, context: CommandContext): Promise<number> {
  const { stdout, stderr } = context;
  const { flags, excluded } = options;
  const wanted = options.operands.map(({ path }) => new Wanted(path.replace(/(?<=.)\/+$/, ''), flags.has('wildcards')));
  const extraction = new TarExtraction(options, context);
  const times = new LocalTimes(context.env);
  let isDone = true;
  for (const member of await load(options, context)) {
    const found = wanted.filter((one) => one.takes(member.path));
    if (wanted.length > 0 && found.length === 0) continue;
    if (excluded.some((expression) => expression.test(member.path.replace(/\/+$/, '')) || expression.test(lastPart(member.path)))) continue;
    if (flags.has('x')) {
      if (!(await extraction.extract(member))) isDone = false;
    } else {
      const path = flags.has('show-transformed-names') ? extraction.nameOf(member) : member.path;
      await stdout.writeLine(flags.has('v') ? longLine(member, path, times) : path);
    }
  }
  extraction.finish();
  for (const { path } of wanted.filter(({ isFound }) => !isFound)) {
    await stderr.writeLine(`tar: ${path}: Not found in archive`);
    isDone = false;
  }
  if (!isDone) await stderr.writeLine(FAILURE);
  return isDone ? 0 : 2;
}

/** A name given by the user: it matches a member and everything below it. */
class Wanted {
  isFound = false;
  readonly path: string;
  readonly #pattern: RegExp | null;

  constructor(path: string, isPattern: boolean) {
    this.path = path;
    this.#pattern = isPattern ? patternRegExp(path) : null;
  }

  takes(member: string): boolean {
    const plain = member.replace(/(?<=.)\/+$/, '');
    const parts = plain.split('/');
    const isTaken =
      this.#pattern === null
        ? plain === this.path || plain.startsWith(`${this.path}/`)
        : parts.some((_part, index) => this.#pattern?.test(parts.slice(0, index + 1).join('/')));
    this.isFound ||= isTaken;
    return isTaken;
  }
}

function lastPart(path: string): string {
  return path.replace(/\/+$/, '').split('/').at(-1) ?? '';
}

async function load({ archive, flags }: TarOptions, context: CommandContext): Promise<TarMember[]> {
  let bytes: Uint8Array;
  try {
    bytes = await context.files.readBytes(archive);
  } catch (error) {
    throw new CommandError(`${archive}: Cannot open: ${errorText(error)}${NOT_RECOVERABLE}`, 2);
  }
  if (String.fromCharCode(...bytes.subarray(0, 3)) === 'BZh') throw notHere('bzip2');
  if (String.fromCharCode(...bytes.subarray(1, 6)) === '7zXZ\0') throw notHere('xz');
  if (isGzip(bytes)) {
    const { content, problem } = unpackGzip(bytes);
    if (problem !== null) throw await gzipFailure(problem, context);
    bytes = content;
  } else if (flags.has('z')) throw await gzipFailure(bytes.length === 0 ? 'unexpected end of file' : 'not in gzip format', context);
  try {
    if (bytes.length > 0 && bytes.length < TAR_BLOCK) throw new Error('This is less than one block');
    return readMembers(bytes);
  } catch (error) {
    if (error instanceof RangeError) throw new CommandError(`Unexpected EOF in archive${NOT_RECOVERABLE}`, 2);
    throw new CommandError(`This does not look like a tar archive\n${FAILURE}`, 2);
  }
}

async function gzipFailure(problem: string, { stderr }: CommandContext): Promise<CommandError> {
  await stderr.writeLine(`\ngzip: stdin: ${problem}`);
  return new CommandError(`Child returned status 1${NOT_RECOVERABLE}`, 2);
}

function longLine({ kind, mode, content, modifiedAt, target }: TarMember, path: string, times: LocalTimes): string {
  const status = { kind: kind === 'link' ? ('file' as const) : kind, mode };
  const permissions = kind === 'link' ? modeText(status).replace('-', 'h') : modeText(status);
  const time = times.format(modifiedAt * 1000, '%Y-%m-%d %H:%M');
  const arrow = target === '' ? '' : `${kind === 'link' ? ' link to ' : ' -> '}${target}`;
  return `${permissions} user/user ${String(content.length).padStart(9)} ${time} ${path}${arrow}`;
}
