import { errorCode, errorText } from '../../text/error-text.ts';
import { changeMode } from '../../text/mode-text.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

export const mkdir: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, { flags: 'pv', values: 'm', long: { parents: 'p', verbose: 'v', mode: 'm' } });
  if (operands.length === 0) throw new CommandError("missing operand\nTry 'mkdir --help' for more information.");
  const given = value('m') ?? '777';
  const mode = changeMode(given, 0o777, true);
  if (mode === null) throw new CommandError(`invalid mode '${given}'`);
  let exitCode = 0;
  for (const path of operands) {
    try {
      const first = context.system.sync('mkdir', context.files.resolve(path), flags.has('p'), mode);
      if (flags.has('v'))
        for (const made of madeFolders(path, first, context)) await context.stdout.writeLine(`mkdir: created directory '${made}'`);
    } catch (error) {
      if (errorCode(error) === null) throw error;
      await context.stderr.writeLine(`mkdir: cannot create directory '${path}': ${errorText(error)}`);
      exitCode = 1;
    }
  }
  return exitCode;
};

/** With -p: returns each created folder from the first one down, in the operand's own form. */
function madeFolders(path: string, first: string | null, { files }: CommandContext): string[] {
  if (first === null) return [];
  const parts = path.replace(/\/+$/, '').split('/');
  return parts
    .map((_part, index) => parts.slice(0, index + 1).join('/'))
    .filter((prefix) => prefix !== '' && files.resolve(prefix).length >= first.length);
}
