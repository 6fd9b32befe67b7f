import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { pause } from '../pause.ts';

const units = new Map([
  ['', 1000],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

export const sleep: Command = async ({ args, signal }) => {
  const hint = "\nTry 'sleep --help' for more information.";
  if (args.length === 0) throw new CommandError(`missing operand${hint}`);
  let total = 0;
  for (const text of args) {
    if (text === 'infinity') total = Number.POSITIVE_INFINITY;
    const match = /^(\d+\.?\d*|\.\d+)([smhd]?)$/.exec(text);
    if (match === null && text !== 'infinity') throw new CommandError(`invalid time interval '${text}'${hint}`);
    total += Number(match?.[1] ?? 0) * (units.get(match?.[2] ?? '') ?? 0);
  }
  await pauseLong(total, signal);
  return 0;
};

/** Timers hold 31 bits of milliseconds. */
async function pauseLong(milliseconds: number, signal: AbortSignal): Promise<void> {
  for (let left = milliseconds; left > 0; left -= 2_000_000_000) await pause(Math.min(left, 2_000_000_000), signal);
}
