import type { Command } from '../command.ts';

export const time: Command = async (context) => {
  const startedAt = performance.now();
  const exitCode = await context.run([...context.args]);
  await context.stderr.writeLine(`real ${((performance.now() - startedAt) / 1000).toFixed(2)}`);
  return exitCode;
};
