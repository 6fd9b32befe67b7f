import type { Command } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

export const time: Command = async (context) => {
  const { operands } = parseOptions(context, { flags: 'p', long: { portability: 'p' }, isStopping: true, exitCode: 125 });
  const startedAt = performance.now();
  const exitCode = await context.run(operands);
  await context.stderr.writeLine(`real ${((performance.now() - startedAt) / 1000).toFixed(2)}`);
  return exitCode;
};
