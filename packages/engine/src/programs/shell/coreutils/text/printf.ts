import { formatPrintf } from '../../text/printf-format.ts';
import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';

export const printf: Command = async ({ args, env, stdout, stderr }) => {
  const [format, ...values] = args[0] === '--' ? args.slice(1) : args;
  if (format === undefined) throw new CommandError("missing operand\nTry 'printf --help' for more information.");
  const { bytes, problems } = formatPrintf(format, values, env);
  await stdout.writeBytes(bytes);
  for (const problem of problems) await stderr.writeLine(`printf: ${problem}`);
  return problems.length === 0 ? 0 : 1;
};
