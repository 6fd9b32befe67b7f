import type { Command } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

export const yes: Command = async (context) => {
  const { operands } = parseOptions(context, {});
  const { stdout } = context;
  const line = `${operands.length === 0 ? 'y' : operands.join(' ')}\n`;
  const block = line.repeat(Math.max(1, Math.floor(4096 / line.length)));
  for (;;) {
    await stdout.write(block);
    await stdout.flush();
  }
};
