import { errorCode, errorText } from '../../text/error-text.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import { copyTree, targetFor } from './file-operations.ts';

const HINT = "\nTry 'mv --help' for more information.";

export const mv: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, {
    flags: 'fnivuT',
    values: 't',
    long: {
      force: 'f',
      'no-clobber': 'n',
      verbose: 'v',
      update: 'u',
      interactive: 'i',
      'target-directory': 't',
      'no-target-directory': 'T',
    },
  });
  const sources = [...operands];
  const target = value('t') ?? sources.pop();
  if (target === undefined) throw new CommandError(`missing file operand${HINT}`);
  if (sources.length === 0) throw new CommandError(`missing destination file operand after '${target}'${HINT}`);
  const isFolder = !flags.has('T') && context.files.isDirectory(target);
  if (sources.length > 1 && !isFolder) {
    throw new CommandError(`target '${target}': ${context.files.find(target) === null ? 'No such file or directory' : 'Not a directory'}`);
  }
  let exitCode = 0;
  for (const source of sources) {
    if (!(await moveOne(source, targetFor(context, source, target, isFolder), flags, context))) exitCode = 1;
  }
  return exitCode;
};

async function moveOne(source: string, target: string, flags: ReadonlySet<string>, context: CommandContext): Promise<boolean> {
  const { files, stderr, stdout, system } = context;
  const fail = async (message: string) => {
    await stderr.writeLine(`mv: ${message}`);
    return false;
  };
  const status = files.find(source, false);
  if (status === null) return fail(`cannot stat '${source}': No such file or directory`);
  const existing = files.find(target, false);
  if (existing !== null && existing.inode === status.inode) return fail(`'${source}' and '${target}' are the same file`);
  if (existing !== null && flags.has('n')) return true;
  if (existing !== null && flags.has('u') && existing.modifiedAt >= status.modifiedAt) return true;
  if (status.kind === 'directory' && existing !== null && existing.kind !== 'directory') {
    return fail(`cannot overwrite non-directory '${target}' with directory '${source}'`);
  }
  try {
    system.sync('rename', files.resolve(source), files.resolve(target));
  } catch (error) {
    if (errorCode(error) === null) throw error;
    if (errorCode(error) !== 'EXDEV') {
      const isInside = errorCode(error) === 'EINVAL';
      if (isInside) return fail(`cannot move '${source}' to a subdirectory of itself, '${target}'`);
      return fail(`cannot move '${source}' to '${target}': ${errorText(error)}`);
    }
    copyTree(context, source, target, { isRecursive: true, isFollowing: false, isKeepingTimes: true });
    system.sync('removeTree', files.resolve(source), true);
  }
  if (flags.has('v')) await stdout.writeLine(`renamed '${source}' -> '${target}'`);
  return true;
}
