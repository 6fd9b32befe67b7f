import { changeMode } from '../../text/mode-text.ts';
import { joinPath } from '../../text/resolve-path.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

export const chmod: Command = async (context) => {
  // `-x` and `-w` are modes, not options.
  const args = context.args.map((argument) => (/^-[rwxXst]+$/.test(argument) ? `a${argument}` : argument));
  const { flags, operands } = parseOptions({ name: 'chmod', args }, { flags: 'Rvcf', long: { recursive: 'R', verbose: 'v' } });
  const [mode, ...paths] = operands;
  if (mode === undefined) throw new CommandError("missing operand\nTry 'chmod --help' for more information.");
  if (paths.length === 0) throw new CommandError(`missing operand after '${mode}'\nTry 'chmod --help' for more information.`);
  if (changeMode(mode, 0, false) === null) throw new CommandError(`invalid mode: '${mode}'\nTry 'chmod --help' for more information.`);
  let exitCode = 0;
  for (const path of paths) {
    if (context.files.find(path) === null) {
      await context.stderr.writeLine(`chmod: cannot access '${path}': No such file or directory`);
      exitCode = 1;
    } else apply(path, mode, flags.has('R'), context);
  }
  return exitCode;
};

function apply(path: string, mode: string, isRecursive: boolean, context: CommandContext): void {
  const { files, system } = context;
  const status = files.stat(path);
  system.sync('chmod', files.resolve(path), changeMode(mode, status.mode, status.kind === 'directory') ?? status.mode);
  if (!isRecursive || status.kind !== 'directory') return;
  for (const item of files.list(path)) if (item.kind !== 'symlink') apply(joinPath(path, item.name), mode, true, context);
}
