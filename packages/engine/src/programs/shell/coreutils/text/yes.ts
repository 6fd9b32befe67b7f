import type { Command } from '../command.ts';

export const yes: Command = async ({ args, stdout }) => {
  const line = `${args.length === 0 ? 'y' : args.join(' ')}\n`;
  const block = line.repeat(Math.max(1, Math.floor(4096 / line.length)));
  for (;;) {
    await stdout.write(block);
    await stdout.flush();
  }
};
