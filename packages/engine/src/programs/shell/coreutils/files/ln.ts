import { errorCode, errorText } from '../../text/error-text.ts';
import { askUser } from '../ask-user.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { lastOption } from '../last-option.ts';
import { parseOptions } from '../parse-options.ts';
import type { Backup } from './copy/backup.ts';
import { backupOf, makeBackup } from './copy/backup.ts';
import { targetFor } from './target-for.ts';

const HINT = "\nTry 'ln --help' for more information.";

interface LinkOptions {
  flags: ReadonlySet<string>;
  replacing: 'yes' | 'no' | 'ask';
  backup: Backup | null;
}

export const ln: Command = async (context) => {
  const parsed = parseOptions(context, {
    flags: 'sfnvrTiPLb',
    values: 'tS',
    long: {
      symbolic: 's',
      force: 'f',
      'no-dereference': 'n',
      verbose: 'v',
      relative: 'r',
      interactive: 'i',
      'no-target-directory': 'T',
      'target-directory': 't',
      physical: 'P',
      logical: 'L',
      suffix: 'S',
    },
    longOptional: ['backup'],
  });
  const { flags, operands, value } = parsed;
  const { files } = context;
  const last = lastOption(context.args, { among: 'fi', values: 'tS', long: { force: 'f', interactive: 'i' } });
  const replacing = last === 'i' ? 'ask' : last === 'f' ? 'yes' : 'no';
  const options: LinkOptions = { flags, replacing, backup: backupOf(context, parsed) };
  if (flags.has('r') && !flags.has('s')) throw new CommandError('cannot do --relative without --symbolic');
  const folder = value('t');
  if (folder !== null && flags.has('T')) throw new CommandError('cannot combine --target-directory and --no-target-directory');
  const targets = [...operands];
  const [first] = targets;
  if (first === undefined) throw new CommandError(`missing file operand${HINT}`);
  if (flags.has('T') && targets.length === 1) throw new CommandError(`missing destination file operand after '${first}'${HINT}`);
  const destination = folder ?? (targets.length === 1 ? '.' : (targets.pop() ?? '.'));
  const isFolder =
    !flags.has('T') && files.isDirectory(destination) && !(flags.has('n') && files.find(destination, false)?.kind === 'symlink');
  if (!isFolder && (folder !== null || targets.length > 1)) {
    const why = files.find(destination) === null ? 'No such file or directory' : 'Not a directory';
    throw new CommandError(folder === null ? `target '${destination}': ${why}` : `failed to access '${folder}': ${why}`);
  }
  let exitCode = 0;
  for (const target of targets) {
    if (!(await linkOne(target, targetFor(target, destination, isFolder), options, context))) exitCode = 1;
  }
  return exitCode;
};

async function linkOne(target: string, path: string, { flags, replacing, backup }: LinkOptions, context: CommandContext): Promise<boolean> {
  const { files, stderr, stdout, system } = context;
  const isSymbolic = flags.has('s');
  const fail = async (message: string) => {
    await stderr.writeLine(`ln: ${message}`);
    return false;
  };
  const existing = files.find(path, false);
  const status = isSymbolic ? null : files.find(target, flags.has('L'));
  if (!isSymbolic && status === null) return fail(`failed to access '${target}': No such file or directory`);
  if (status?.kind === 'directory') return fail(`${target}: hard link not allowed for directory`);
  let note = '';
  try {
    if (existing !== null && (replacing !== 'no' || backup !== null)) {
      if (existing.kind === 'directory') return await fail(`${path}: cannot overwrite directory`);
      if (!isSymbolic && existing.inode === status?.inode && files.resolve(target) === files.resolve(path)) {
        return await fail(`'${target}' and '${path}' are the same file`);
      }
      if (replacing === 'ask' && !(await askUser(context, `replace '${path}'?`))) return true;
      if (backup !== null) note = `'${makeBackup(context, path, backup)}' ~ `;
      else system.sync('unlink', files.resolve(path));
    }
    if (isSymbolic) {
      const text = flags.has('r') ? relativePath(files.resolve(path), files.resolve(target)) : target;
      system.sync('symlink', text, files.resolve(path));
      if (flags.has('v')) await stdout.writeLine(`${note}'${path}' -> '${text}'`);
    } else {
      system.sync('link', flags.has('L') ? system.sync('realpath', files.resolve(target)) : files.resolve(target), files.resolve(path));
      if (flags.has('v')) await stdout.writeLine(`${note}'${path}' => '${target}'`);
    }
    return true;
  } catch (error) {
    if (errorCode(error) === null) throw error;
    // Names the target too, unless the new name is the cause of the error.
    const origin = isSymbolic || errorCode(error) === 'EEXIST' ? '' : ` => '${target}'`;
    return fail(`failed to create ${isSymbolic ? 'symbolic' : 'hard'} link '${path}'${origin}: ${errorText(error)}`);
  }
}

function relativePath(from: string, to: string): string {
  const source = from.split('/').slice(1, -1);
  const target = to.split('/').slice(1);
  let shared = 0;
  while (shared < source.length && shared < target.length && source[shared] === target[shared]) shared += 1;
  return [...source.slice(shared).map(() => '..'), ...target.slice(shared)].join('/') || '.';
}
