import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';

/** Implements `nohup`, `nice`, `stdbuf`, `setsid` and `ionice`: they have no effect here, so the command simply runs. */
export const runThrough: Command = async (context) => {
  const { args, name } = context;
  let index = 0;
  while (args[index]?.startsWith('-') === true) {
    // The only options of these commands that take the next word.
    index += /^-[nioec]$/.test(args[index] ?? '') || args[index] === '--adjustment' ? 2 : 1;
  }
  const command = args.slice(index);
  if (command.length === 0) throw new CommandError(`missing operand\nTry '${name} --help' for more information.`, 125);
  return context.run(command, { takesPlace: true });
};
