import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import { duration } from './duration.ts';

/** What GNU timeout gives when the time was up. */
const TIMED_OUT = 124;

export const timeout: Command = async (context) => {
  const { operands } = parseOptions(context, {
    flags: 'v',
    values: 'sk',
    long: { signal: 's', 'kill-after': 'k' },
    longFlags: ['preserve-status', 'foreground'],
    isStopping: true,
    exitCode: 125,
  });
  const [limit = '', ...command] = operands;
  const milliseconds = duration(limit);
  if (command.length === 0) throw new CommandError("missing operand\nTry 'timeout --help' for more information.", 125);
  if (milliseconds === null) throw new CommandError(`invalid time interval '${limit}'\nTry 'timeout --help' for more information.`, 125);
  const controller = new AbortController();
  const onAbort = () => controller.abort(context.signal.reason);
  context.signal.addEventListener('abort', onAbort);
  let isUp = false;
  const timer = setTimeout(() => {
    isUp = true;
    controller.abort(new Error('timed out'));
  }, milliseconds);
  try {
    const exitCode = await context.run(command, { signal: controller.signal });
    return isUp ? TIMED_OUT : exitCode;
  } catch (error) {
    if (isUp) return TIMED_OUT;
    throw error;
  } finally {
    clearTimeout(timer);
    context.signal.removeEventListener('abort', onAbort);
  }
};

export const time: Command = async (context) => {
  const startedAt = performance.now();
  const exitCode = await context.run([...context.args]);
  await context.stderr.writeLine(`real ${((performance.now() - startedAt) / 1000).toFixed(2)}`);
  return exitCode;
};
