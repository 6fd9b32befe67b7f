import { errorCode, errorText } from '../../text/error-text.ts';
import { baseName, joinPath } from '../../text/resolve-path.ts';
import { askUser } from '../ask-user.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { kindOf } from '../kind-of.ts';
import { lastOption } from '../last-option.ts';
import { parseOptions } from '../parse-options.ts';

type Asking = 'never' | 'once' | 'always';

interface Removal {
  context: CommandContext;
  isRecursive: boolean;
  isForced: boolean;
  isVerbose: boolean;
  isRemovingEmpty: boolean;
  isAsking: boolean;
}

/**
 * The result of removing an item. As in GNU rm, a folder is kept, without a question or an error of its own, if the user refused to enter
 * one of its folders or if an entry failed; a folder with a `declined` file in it is still asked about.
 */
type Outcome = 'removed' | 'declined' | 'kept' | 'failed';

const WHEN: ReadonlyMap<string, Asking> = new Map([
  ['', 'always'],
  ['always', 'always'],
  ['yes', 'always'],
  ['once', 'once'],
  ['never', 'never'],
  ['no', 'never'],
  ['none', 'never'],
]);

export const rm: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, {
    flags: 'rRfivdI',
    long: { recursive: 'r', force: 'f', verbose: 'v', dir: 'd' },
    longFlags: ['no-preserve-root', 'preserve-root', 'one-file-system'],
    longOptional: ['interactive'],
  });
  const last = lastOption(context.args, { among: 'fiI', long: { force: 'f', interactive: 'interactive' } });
  const when = WHEN.get(value('interactive') ?? '');
  if (when === undefined) {
    throw new CommandError(
      `invalid argument '${value('interactive')}' for '--interactive'\nValid arguments are:\n  - 'never', 'no', 'none'\n  - 'once'\n  - 'always', 'yes'\nTry 'rm --help' for more information.`,
    );
  }
  const asking = last === 'interactive' ? when : last === 'i' ? 'always' : last === 'I' ? 'once' : 'never';
  const removal = {
    context,
    isRecursive: flags.has('r') || flags.has('R'),
    isForced: flags.has('f') && (last === 'f' || last === 'interactive'),
    isVerbose: flags.has('v'),
    isRemovingEmpty: flags.has('d'),
    isAsking: asking === 'always',
  };
  if (operands.length === 0 && !removal.isForced) throw new CommandError("missing operand\nTry 'rm --help' for more information.");
  if (asking === 'once' && (operands.length > 3 || (removal.isRecursive && operands.length > 0))) {
    const what = `${operands.length} argument${operands.length === 1 ? '' : 's'}${removal.isRecursive ? ' recursively' : ''}`;
    if (!(await askUser(context, `remove ${what}?`))) return 0;
  }
  let exitCode = 0;
  for (const path of operands) if ((await removeOne(path, removal)) === 'failed') exitCode = 1;
  return exitCode;
};

async function removeOne(path: string, removal: Removal): Promise<Outcome> {
  const { context, isRecursive, isForced } = removal;
  const { files } = context;
  const status = files.find(path, false);
  if (status?.kind === 'directory' || ['.', '..'].includes(baseName(path))) {
    if (['.', '..'].includes(baseName(path))) return fail(context, `refusing to remove '.' or '..' directory: skipping '${path}'`);
    if (files.resolve(path) === '/')
      return fail(context, "it is dangerous to operate recursively on '/'\nrm: use --no-preserve-root to override this failsafe");
  }
  if (status === null) return isForced ? 'kept' : fail(context, `cannot remove '${path}': No such file or directory`);
  if (status.kind === 'directory' && !isRecursive && !removal.isRemovingEmpty) {
    return fail(context, `cannot remove '${path}': Is a directory`);
  }
  try {
    if (status.kind !== 'directory' || removal.isAsking || removal.isVerbose) return await remove(path, removal);
    if (isRecursive) context.system.sync('removeTree', files.resolve(path), isForced);
    else context.system.sync('rmdir', files.resolve(path));
    return 'removed';
  } catch (error) {
    if (errorCode(error) === null) throw error;
    return fail(context, `cannot remove '${path}': ${errorText(error)}`);
  }
}

/** Removes items one by one, as needed to ask about or report each. */
async function remove(path: string, removal: Removal): Promise<Outcome> {
  const { context, isAsking, isVerbose } = removal;
  const { files, system, stdout } = context;
  const status = files.lstat(path);
  if (status.kind !== 'directory') {
    if (isAsking && !(await askUser(context, `remove ${kindOf(status)} '${path}'?`))) return 'declined';
    system.sync('unlink', files.resolve(path));
    if (isVerbose) await stdout.writeLine(`removed '${path}'`);
    return 'removed';
  }
  const items = files.list(path);
  if (items.length > 0) {
    if (!removal.isRecursive) return fail(context, `cannot remove '${path}': Directory not empty`);
    if (isAsking && !(await askUser(context, `descend into directory '${path}'?`))) return 'kept';
    const outcome = await removeItems(
      items.map(({ name }) => joinPath(path, name)),
      removal,
    );
    if (outcome === 'kept' || outcome === 'failed') return outcome;
  }
  if (isAsking && !(await askUser(context, `remove directory '${path}'?`))) return items.length === 0 ? 'kept' : 'declined';
  system.sync('rmdir', files.resolve(path));
  if (isVerbose) await stdout.writeLine(`removed directory '${path}'`);
  return 'removed';
}

const ORDER: readonly Outcome[] = ['removed', 'declined', 'kept', 'failed'];

/** Returns the most severe outcome. */
async function removeItems(paths: readonly string[], removal: Removal): Promise<Outcome> {
  let outcome: Outcome = 'removed';
  for (const path of paths) {
    const one = await removeOne(path, removal);
    if (ORDER.indexOf(one) > ORDER.indexOf(outcome)) outcome = one;
  }
  return outcome;
}

async function fail({ stderr }: CommandContext, message: string): Promise<Outcome> {
  await stderr.writeLine(`rm: ${message}`);
  return 'failed';
}
