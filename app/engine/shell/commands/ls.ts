import type { Command } from './command.ts';

export const ls: Command = async (context) => {
  for (const item of context.files.list('.')) await context.stdout.writeLine(item.name);
  return 0;
};
