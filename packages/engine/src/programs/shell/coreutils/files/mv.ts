import { errorCode, errorText } from '../../text/error-text.ts';
import { askUser } from '../ask-user.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { lastOption } from '../last-option.ts';
import { parseOptions } from '../parse-options.ts';
import type { Backup } from './copy/backup.ts';
import { backupOf, makeBackup } from './copy/backup.ts';
import type { CopyOptions } from './copy/copy-options.ts';
import { targetFor } from './target-for.ts';

const HINT = "\nTry 'mv --help' for more information.";

interface MoveOptions {
  overwriting: CopyOptions['overwriting'];
  isUpdating: boolean;
  isVerbose: boolean;
  backup: Backup | null;
}

export const mv: Command = async (context) => {
  const parsed = parseOptions(context, {
    flags: 'fnivuTb',
    values: 'tS',
    long: {
      force: 'f',
      'no-clobber': 'n',
      verbose: 'v',
      update: 'u',
      interactive: 'i',
      'target-directory': 't',
      'no-target-directory': 'T',
      suffix: 'S',
    },
    longOptional: ['backup'],
    longFlags: ['strip-trailing-slashes'],
  });
  const { flags, operands, value } = parsed;
  const long = { force: 'f', interactive: 'i', 'no-clobber': 'n' };
  const last = lastOption(context.args, { among: 'fin', values: 'tS', long });
  const options: MoveOptions = {
    overwriting: last === 'i' ? 'ask' : last === 'n' ? 'no' : 'yes',
    isUpdating: flags.has('u'),
    isVerbose: flags.has('v'),
    backup: backupOf(context, parsed),
  };
  if (options.backup !== null && last === 'n') throw new CommandError(`options --backup and --no-clobber are mutually exclusive${HINT}`);
  const folder = value('t');
  if (folder !== null && flags.has('T')) throw new CommandError('cannot combine --target-directory (-t) and --no-target-directory (-T)');
  const isStripping = flags.has('strip-trailing-slashes');
  const sources = operands.map((path) => (isStripping ? path.replace(/(?<=[^/])\/+$/, '') : path));
  const target = folder ?? sources.pop();
  if (target === undefined) throw new CommandError(`missing file operand${HINT}`);
  if (sources.length === 0) throw new CommandError(`missing destination file operand after '${target}'${HINT}`);
  const isFolder = !flags.has('T') && context.files.isDirectory(target);
  if ((sources.length > 1 || folder !== null) && !isFolder) {
    const why = context.files.find(target) === null ? 'No such file or directory' : 'Not a directory';
    throw new CommandError(`${folder === null ? 'target' : 'target directory'} '${target}': ${why}`);
  }
  let exitCode = 0;
  for (const source of sources) {
    if (!(await moveOne(source, targetFor(source, target, isFolder), options, context))) exitCode = 1;
  }
  return exitCode;
};

async function moveOne(source: string, target: string, options: MoveOptions, context: CommandContext): Promise<boolean> {
  const { files, stderr, stdout, system } = context;
  const fail = async (message: string) => {
    await stderr.writeLine(`mv: ${message}`);
    return false;
  };
  const status = files.find(source, false);
  if (status === null) return fail(`cannot stat '${source}': No such file or directory`);
  const existing = files.find(target, false);
  if (existing !== null && existing.inode === status.inode) return fail(`'${source}' and '${target}' are the same file`);
  if (existing !== null && options.isUpdating && existing.modifiedAt >= status.modifiedAt) return true;
  if (existing !== null && options.overwriting === 'no') return true;
  if (existing !== null && options.overwriting === 'ask' && !(await askUser(context, `overwrite '${target}'?`))) return true;
  if (status.kind === 'directory' && existing !== null && existing.kind !== 'directory' && options.backup === null) {
    return fail(`cannot overwrite non-directory '${target}' with directory '${source}'`);
  }
  if (status.kind !== 'directory' && existing?.kind === 'directory' && options.backup === null) {
    return fail(`cannot overwrite directory '${target}' with non-directory`);
  }
  const isInside = `${files.resolve(target)}/`.startsWith(`${files.resolve(source)}/`);
  if (isInside) return fail(`cannot move '${source}' to a subdirectory of itself, '${target}'`);
  let note = '';
  try {
    if (existing !== null && options.backup !== null) note = ` (backup: '${makeBackup(context, target, options.backup)}')`;
    system.sync('rename', files.resolve(source), files.resolve(target));
  } catch (error) {
    if (errorCode(error) === null) throw error;
    return fail(`cannot move '${source}' to '${target}': ${errorText(error)}`);
  }
  if (options.isVerbose) await stdout.writeLine(`renamed '${source}' -> '${target}'${note}`);
  return true;
}
