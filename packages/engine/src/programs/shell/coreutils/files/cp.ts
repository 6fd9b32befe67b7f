import { errorCode, errorText } from '../../text/error-text.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import { copyTree, targetFor } from './file-operations.ts';

const HINT = "\nTry 'cp --help' for more information.";

export const cp: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, {
    flags: 'rRafnpPLdviuTlsx',
    values: 't',
    long: {
      recursive: 'r',
      archive: 'a',
      force: 'f',
      'no-clobber': 'n',
      verbose: 'v',
      update: 'u',
      'target-directory': 't',
      'no-target-directory': 'T',
      dereference: 'L',
    },
    longFlags: ['preserve'],
  });
  const sources = [...operands];
  const target = value('t') ?? sources.pop();
  if (target === undefined) throw new CommandError(`missing file operand${HINT}`);
  const [only] = sources;
  if (only === undefined) throw new CommandError(`missing destination file operand after '${target}'${HINT}`);
  const isFolder = !flags.has('T') && context.files.isDirectory(target);
  if (sources.length > 1 && !isFolder) {
    throw new CommandError(`target '${target}': ${context.files.find(target) === null ? 'No such file or directory' : 'Not a directory'}`);
  }
  let exitCode = 0;
  for (const source of sources) {
    const isDone = await copyOne(source, targetFor(context, source, target, isFolder), flags, context);
    if (!isDone) exitCode = 1;
  }
  return exitCode;
};

async function copyOne(source: string, target: string, flags: ReadonlySet<string>, context: CommandContext): Promise<boolean> {
  const { files, stderr, stdout } = context;
  const isRecursive = flags.has('r') || flags.has('R') || flags.has('a');
  const fail = async (message: string) => {
    await stderr.writeLine(`cp: ${message}`);
    return false;
  };
  const status = files.find(source);
  if (status === null && files.find(source, false)?.kind !== 'symlink') return fail(`cannot stat '${source}': No such file or directory`);
  if (status?.kind === 'directory' && !isRecursive) return fail(`-r not specified; omitting directory '${source}'`);
  const existing = files.find(target);
  if (existing !== null && existing.inode === status?.inode) return fail(`'${source}' and '${target}' are the same file`);
  if (existing !== null && flags.has('n')) return true;
  if (existing !== null && flags.has('u') && existing.modifiedAt >= (status?.modifiedAt ?? 0)) return true;
  if (status?.kind === 'directory' && existing !== null && existing.kind !== 'directory') {
    return fail(`cannot overwrite non-directory '${target}' with directory '${source}'`);
  }
  if (status?.kind === 'directory' && `${files.resolve(target)}/`.startsWith(`${files.resolve(source)}/`)) {
    return fail(`cannot copy a directory, '${source}', into itself, '${target}'`);
  }
  if (target.endsWith('/') && existing === null && status?.kind !== 'directory') {
    return fail(`cannot create regular file '${target}': Not a directory`);
  }
  try {
    const isFollowing = !(isRecursive || flags.has('P') || flags.has('d')) || flags.has('L');
    const failures: string[] = [];
    const onFailure = (message: string) => void failures.push(message);
    copyTree(context, source, target, { isRecursive, isFollowing, isKeepingTimes: flags.has('p') || flags.has('a'), onFailure });
    for (const message of failures) await fail(message);
    if (failures.length > 0) return false;
    if (flags.has('v')) await stdout.writeLine(`'${source}' -> '${target}'`);
    return true;
  } catch (error) {
    if (errorCode(error) === null) throw error;
    return fail(`cannot create ${status?.kind === 'directory' ? 'directory' : 'regular file'} '${target}': ${errorText(error)}`);
  }
}
