import { gunzipSync, gzipSync } from 'fflate';
import { errorText } from '../../text/error-text.ts';
import { formatTime } from '../../text/format-time.ts';
import { patternRegExp } from '../../text/glob-pattern.ts';
import { modeText } from '../../text/mode-text.ts';
import { directoryName, joinPath, resolvePath } from '../../text/resolve-path.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import type { TarMember } from './tar-archive.ts';
import { readMembers, writeTar } from './tar-archive.ts';

export const tar: Command = async (context) => {
  const [first = '', ...rest] = context.args;
  // The oldest form has no dash: `tar xzf file`; its letters take their values from the words that follow, in order.
  const args = first !== '' && !first.startsWith('-') ? oldStyle(first, rest) : context.args;
  const options = parseOptions(
    { name: 'tar', args },
    {
      flags: 'cxtzvpkOhjJ',
      values: 'fC',
      long: {
        create: 'c',
        extract: 'x',
        get: 'x',
        list: 't',
        gzip: 'z',
        gunzip: 'z',
        verbose: 'v',
        file: 'f',
        directory: 'C',
        'to-stdout': 'O',
        dereference: 'h',
      },
      longValues: ['strip-components', 'exclude', 'transform'],
      longFlags: ['no-same-owner', 'no-same-permissions', 'overwrite'],
      exitCode: 2,
    },
  );
  const { flags } = options;
  const folder = context.files.resolve(options.value('C') ?? '.');
  const archive = options.value('f') ?? '-';
  const excluded = (options.values.get('exclude') ?? []).map((pattern) => patternRegExp(pattern));
  if (flags.has('c')) {
    if (options.operands.length === 0)
      throw new CommandError("Cowardly refusing to create an empty archive\nTry 'tar --help' or 'tar --usage' for more information.", 2);
    return create(
      archive,
      folder,
      options.operands,
      { isZipped: flags.has('z') || /\.t?gz$/.test(archive), isVerbose: flags.has('v'), excluded },
      context,
    );
  }
  if (!flags.has('x') && !flags.has('t')) {
    throw new CommandError(
      "You must specify one of the '-Acdtrux', '--delete' or '--test-label' options\nTry 'tar --help' or 'tar --usage' for more information.",
      2,
    );
  }
  const wanted = options.operands.map((path) => path.replace(/\/+$/, ''));
  const members = (await load(archive, context)).filter(
    ({ path }) =>
      isWanted(path, wanted) && !excluded.some((expression) => expression.test(path) || expression.test(path.split('/').at(-1) ?? '')),
  );
  if (flags.has('t')) {
    for (const member of members) await context.stdout.writeLine(flags.has('v') ? longLine(member) : member.path);
    return 0;
  }
  const strip = Number(options.value('strip-components') ?? '0');
  for (const member of members) {
    const path = member.path
      .split('/')
      .filter((part) => part !== '')
      .slice(strip)
      .join('/');
    if (path === '') continue;
    if (flags.has('v')) await context.stdout.writeLine(member.path);
    if (flags.has('O')) await context.stdout.writeBytes(member.content);
    else extract(member, path, folder, context);
  }
  return 0;
};

function oldStyle(letters: string, words: readonly string[]): string[] {
  const rest = [...words];
  const result: string[] = [];
  for (const letter of letters) result.push(...('fC'.includes(letter) ? [`-${letter}`, rest.shift() ?? ''] : [`-${letter}`]));
  return [...result, ...rest];
}

function isWanted(path: string, wanted: readonly string[]): boolean {
  const plain = path.replace(/\/+$/, '');
  return wanted.length === 0 || wanted.some((prefix) => plain === prefix || plain.startsWith(`${prefix}/`));
}

async function load(archive: string, context: CommandContext): Promise<TarMember[]> {
  if (archive !== '-' && context.files.find(archive) === null) {
    throw new CommandError(`${archive}: Cannot open: No such file or directory\ntar: Error is not recoverable: exiting now`, 2);
  }
  const bytes = await context.files.readBytes(archive);
  try {
    return readMembers(bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes);
  } catch (error) {
    if (error instanceof RangeError) throw new CommandError('Unexpected EOF in archive\ntar: Error is not recoverable: exiting now', 2);
    throw new CommandError('This does not look like a tar archive\ntar: Exiting with failure status due to previous errors', 2);
  }
}

/** What an archive names is untrusted: nothing is written outside the folder. */
function extract(member: TarMember, path: string, folder: string, { system }: CommandContext): void {
  const target = resolvePath(folder, path.replace(/^\/+/, ''));
  if (target !== folder && !target.startsWith(folder === '/' ? '/' : `${folder}/`))
    throw new CommandError(`${member.path}: Member name contains '..'`, 2);
  const place = directoryName(target);
  if (member.kind === 'directory') {
    system.sync('mkdir', target, true, member.mode);
    return;
  }
  system.sync('mkdir', place, true, 0o755);
  if (system.sync('realpath', place) !== place && !system.sync('realpath', place).startsWith(system.sync('realpath', folder))) {
    throw new CommandError(`${member.path}: Cannot open: a link leads outside`, 2);
  }
  system.sync('removeTree', target, true);
  if (member.kind === 'symlink') system.sync('symlink', member.target, target);
  else if (member.kind === 'link') system.sync('link', resolvePath(folder, member.target), target);
  else {
    system.sync('writeFile', target, member.content, 0o1101, member.mode);
    system.sync('utimes', target, member.modifiedAt * 1000, member.modifiedAt * 1000);
  }
}

interface CreateOptions {
  isZipped: boolean;
  isVerbose: boolean;
  excluded: readonly RegExp[];
}

async function create(
  archive: string,
  folder: string,
  paths: readonly string[],
  options: CreateOptions,
  context: CommandContext,
): Promise<number> {
  const members: TarMember[] = [];
  let exitCode = 0;
  for (const path of paths) {
    const shown = path.replace(/^\/+/, '').replace(/\/+$/, '') || '.';
    const failures: string[] = [];
    try {
      addTo({ members, failures, excluded: options.excluded, context }, resolvePath(folder, path), shown);
    } catch (error) {
      failures.push(`${path}: Cannot stat: ${errorText(error)}`);
    }
    for (const message of failures) await context.stderr.writeLine(`tar: ${message}`);
    if (failures.length > 0) exitCode = 2;
  }
  if (options.isVerbose) for (const { path } of members) await (archive === '-' ? context.stderr : context.stdout).writeLine(path);
  const bytes = options.isZipped ? gzipSync(writeTar(members)) : writeTar(members);
  if (archive === '-') await context.stdout.writeBytes(bytes);
  else context.files.writeBytes(archive, bytes);
  if (exitCode !== 0) await context.stderr.writeLine('tar: Exiting with failure status due to previous errors');
  return exitCode;
}

interface Gathering {
  members: TarMember[];
  /** What could not be read; the others are archived all the same. */
  failures: string[];
  excluded: readonly RegExp[];
  context: CommandContext;
}

function addTo(gathering: Gathering, path: string, shown: string): void {
  const { members, failures, excluded, context } = gathering;
  const { system } = context;
  if (excluded.some((expression) => expression.test(shown) || expression.test(shown.split('/').at(-1) ?? ''))) return;
  const status = system.sync('lstat', path);
  const common = { mode: status.mode, modifiedAt: Math.floor(status.modifiedAt / 1000), target: '', content: new Uint8Array(0) };
  if (status.kind === 'directory') {
    members.push({ ...common, kind: 'directory', path: `${shown}/` });
    for (const { name } of context.files.list(path)) addTo(gathering, joinPath(path, name), `${shown}/${name}`);
  } else if (status.kind === 'symlink') members.push({ ...common, kind: 'symlink', path: shown, target: system.sync('readlink', path) });
  else {
    try {
      members.push({ ...common, kind: 'file', path: shown, content: system.sync('readFile', path) });
    } catch (error) {
      failures.push(`${shown}: Cannot open: ${errorText(error)}`);
    }
  }
}

function longLine({ path, kind, mode, content, modifiedAt, target }: TarMember): string {
  const status = { kind: kind === 'link' ? ('file' as const) : kind, mode };
  const time = formatTime(new Date(modifiedAt * 1000), '%Y-%m-%d %H:%M');
  return `${modeText(status)} user/user ${String(content.length).padStart(9)} ${time} ${path}${target === '' ? '' : ` -> ${target}`}`;
}
