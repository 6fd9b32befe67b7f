import { directoryName } from '../../text/resolve-path.ts';
import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

export const dirname: Command = async (context) => {
  const { flags, operands } = parseOptions(context, { flags: 'z' });
  if (operands.length === 0) throw new CommandError("missing operand\nTry 'dirname --help' for more information.");
  for (const path of operands) await context.stdout.write(directoryName(path) + (flags.has('z') ? '\0' : '\n'));
  return 0;
};
