import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import { pause } from '../pause.ts';
import { duration } from './duration.ts';

export const sleep: Command = async (context) => {
  const { operands: args } = parseOptions(context, {});
  const hint = "\nTry 'sleep --help' for more information.";
  if (args.length === 0) throw new CommandError(`missing operand${hint}`);
  let total = 0;
  for (const text of args) {
    const milliseconds = text === 'infinity' ? Number.POSITIVE_INFINITY : duration(text);
    if (milliseconds === null) throw new CommandError(`invalid time interval '${text}'${hint}`);
    total += milliseconds;
  }
  await pauseLong(total, context.signal);
  return 0;
};

/** Splits long pauses: timers hold 31 bits of milliseconds. */
async function pauseLong(milliseconds: number, signal: AbortSignal): Promise<void> {
  for (let left = milliseconds; left > 0; left -= 2_000_000_000) await pause(Math.min(left, 2_000_000_000), signal);
}
