import { errorCode, errorText } from '../text/error-text.ts';
import type { Command } from './command.ts';
import { CommandError } from './command.ts';
import { parseOptions } from './parse-options.ts';

export const mkdir: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, { flags: 'pv', values: 'm', long: { parents: 'p', verbose: 'v', mode: 'm' } });
  if (operands.length === 0) throw new CommandError("missing operand\nTry 'mkdir --help' for more information.");
  const mode = value('m') === null ? 0o777 : Number.parseInt(value('m') ?? '777', 8);
  let exitCode = 0;
  for (const path of operands) {
    try {
      context.system.sync('mkdir', context.files.resolve(path), flags.has('p'), mode);
      if (flags.has('v')) await context.stdout.writeLine(`mkdir: created directory '${path}'`);
    } catch (error) {
      if (errorCode(error) === null) throw error;
      await context.stderr.writeLine(`mkdir: cannot create directory '${path}': ${errorText(error)}`);
      exitCode = 1;
    }
  }
  return exitCode;
};
