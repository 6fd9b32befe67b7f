import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';

/** `nohup`, `nice`, `stdbuf`, `setsid`, `ionice`: there is nothing to set here, so the command is run as it is. */
export const runThrough: Command = async (context) => {
  const { args, name } = context;
  let index = 0;
  while (args[index]?.startsWith('-') === true) {
    // Of all their options only these take the next word.
    index += /^-[nioec]$/.test(args[index] ?? '') || args[index] === '--adjustment' ? 2 : 1;
  }
  const command = args.slice(index);
  if (command.length === 0) throw new CommandError(`missing operand\nTry '${name} --help' for more information.`, 125);
  return context.run(command, { takesPlace: true });
};
