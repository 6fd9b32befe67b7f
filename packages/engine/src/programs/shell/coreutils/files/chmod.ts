import { errorCode, errorText } from '../../text/error-text.ts';
import { changeMode, modeText } from '../../text/mode-text.ts';
import { joinPath } from '../../text/resolve-path.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

const HINT = "\nTry 'chmod --help' for more information.";

interface Change {
  context: CommandContext;
  /** Computes the new mode from the current one. */
  modeOf: (mode: number, isFolder: boolean) => number;
  flags: ReadonlySet<string>;
}

export const chmod: Command = async (context) => {
  // `-x` and `-w` are modes, not options.
  const args = context.args.map((argument) => (/^-[rwxXst]+$/.test(argument) ? `a${argument}` : argument));
  const { flags, operands, value } = parseOptions(
    { name: 'chmod', args },
    {
      others: ['-[rwxXst]...'],
      flags: 'Rvcf',
      long: { recursive: 'R', verbose: 'v', changes: 'c', quiet: 'f', silent: 'f' },
      longValues: ['reference'],
      longFlags: ['preserve-root', 'no-preserve-root'],
    },
  );
  const reference = value('reference');
  const paths = [...operands];
  const mode = reference === null ? paths.shift() : undefined;
  if (mode === undefined && reference === null) throw new CommandError(`missing operand${HINT}`);
  if (paths.length === 0) throw new CommandError(mode === undefined ? `missing operand${HINT}` : `missing operand after '${mode}'${HINT}`);
  const change: Change = { context, modeOf: modeChange(mode ?? '', reference, context), flags };
  let exitCode = 0;
  for (const path of paths) if (!(await changeOne(path, change, true))) exitCode = 1;
  return exitCode;
};

function modeChange(mode: string, reference: string | null, { files }: CommandContext): Change['modeOf'] {
  if (reference !== null) {
    const status = files.find(reference);
    if (status === null) throw new CommandError(`failed to get attributes of '${reference}': No such file or directory`);
    return () => status.mode;
  }
  if (changeMode(mode, 0, false) === null) throw new CommandError(`invalid mode: '${mode}'${HINT}`);
  return (current, isFolder) => changeMode(mode, current, isFolder) ?? current;
}

/** Returns false if it failed; the failure was reported. */
async function changeOne(path: string, change: Change, isOperand: boolean): Promise<boolean> {
  const { context, modeOf, flags } = change;
  const { files, system, stdout } = context;
  const status = files.find(path);
  if (status === null) {
    const isLink = files.find(path, false)?.kind === 'symlink';
    await report(change, isLink ? `cannot operate on dangling symlink '${path}'` : `cannot access '${path}': No such file or directory`);
    if (flags.has('v')) await stdout.writeLine(`'${path}' could not be accessed`);
    return false;
  }
  const isFolder = status.kind === 'directory';
  const mode = modeOf(status.mode, isFolder);
  try {
    system.sync('chmod', files.resolve(path), mode);
  } catch (error) {
    if (errorCode(error) === null) throw error;
    await report(change, `changing permissions of '${path}': ${errorText(error)}`);
    if (flags.has('v')) await stdout.writeLine(`failed to change mode of '${path}' from ${shown(status.mode)} to ${shown(mode)}`);
    return false;
  }
  const now = files.stat(path).mode;
  if (now !== status.mode && (flags.has('v') || flags.has('c'))) {
    await stdout.writeLine(`mode of '${path}' changed from ${shown(status.mode)} to ${shown(now)}`);
  } else if (flags.has('v')) await stdout.writeLine(`mode of '${path}' retained as ${shown(now)}`);
  if (!flags.has('R') || !isFolder || (!isOperand && files.find(path, false)?.kind === 'symlink')) return true;
  let isDone = true;
  for (const item of files.list(path)) {
    if (item.kind !== 'symlink' && !(await changeOne(joinPath(path, item.name), change, false))) isDone = false;
  }
  return isDone;
}

async function report({ context, flags }: Change, message: string): Promise<void> {
  if (!flags.has('f')) await context.stderr.writeLine(`chmod: ${message}`);
}

/** Formats a mode as `0644 (rw-r--r--)`. */
function shown(mode: number): string {
  return `${(mode & 0o7777).toString(8).padStart(4, '0')} (${modeText({ kind: 'file', mode }).slice(1)})`;
}
