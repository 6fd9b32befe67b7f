import { errorCode, errorText } from '../../text/error-text.ts';
import { baseName, joinPath } from '../../text/resolve-path.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

export const rm: Command = async (context) => {
  const { flags, operands } = parseOptions(context, {
    flags: 'rRfivdI',
    long: { recursive: 'r', force: 'f', verbose: 'v', dir: 'd' },
    longFlags: ['no-preserve-root', 'preserve-root', 'interactive', 'one-file-system'],
  });
  if (operands.length === 0 && !flags.has('f')) throw new CommandError("missing operand\nTry 'rm --help' for more information.");
  let exitCode = 0;
  for (const path of operands) if (!(await removeOne(path, flags, context))) exitCode = 1;
  return exitCode;
};

async function removeOne(path: string, flags: ReadonlySet<string>, context: CommandContext): Promise<boolean> {
  const { files, system, stderr, stdout } = context;
  const fail = async (message: string) => {
    await stderr.writeLine(`rm: ${message}`);
    return false;
  };
  const isRecursive = flags.has('r') || flags.has('R');
  if (['.', '..'].includes(baseName(path))) return fail(`refusing to remove '.' or '..' directory: skipping '${path}'`);
  if (files.resolve(path) === '/')
    return fail("it is dangerous to operate recursively on '/'\nrm: use --no-preserve-root to override this failsafe");
  const status = files.find(path, false);
  if (status === null) return flags.has('f') || fail(`cannot remove '${path}': No such file or directory`);
  try {
    if (status.kind !== 'directory') system.sync('unlink', files.resolve(path));
    else if (isRecursive) {
      if (flags.has('v')) await reportTree(path, context);
      system.sync('removeTree', files.resolve(path), flags.has('f'));
    } else if (flags.has('d')) system.sync('rmdir', files.resolve(path));
    else return fail(`cannot remove '${path}': Is a directory`);
  } catch (error) {
    if (errorCode(error) === null) throw error;
    return fail(`cannot remove '${path}': ${errorText(error)}`);
  }
  if (flags.has('v')) await stdout.writeLine(`removed ${status.kind === 'directory' ? 'directory ' : ''}'${path}'`);
  return true;
}

/** The lines of `-v` for what is inside a folder, deepest first. */
async function reportTree(path: string, context: CommandContext): Promise<void> {
  for (const { name, kind } of context.files.list(path)) {
    const inner = joinPath(path, name);
    if (kind === 'directory') await reportTree(inner, context);
    await context.stdout.writeLine(`removed ${kind === 'directory' ? 'directory ' : ''}'${inner}'`);
  }
}
