import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import { pause } from '../pause.ts';

/** Implements `watch`: repeats a command until Ctrl-C, or with -e until it fails. Options that only change the display are ignored. */
export const watch: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, {
    flags: 'tcdebx',
    values: 'n',
    long: { interval: 'n', 'no-title': 't', errexit: 'e', exec: 'x', color: 'c', differences: 'd', beep: 'b' },
    isStopping: true,
  });
  if (operands.length === 0) throw new CommandError('usage: watch [-n seconds] command');
  const seconds = Math.max(0.1, Number(value('n') ?? '2'));
  const line = operands.join(' ');
  for (;;) {
    if (context.stdout.isTerminal) await context.stdout.write('\x1b[H\x1b[2J');
    if (!flags.has('t')) await context.stdout.write(`Every ${seconds.toFixed(1)}s: ${line}\n\n`);
    const exitCode = await context.run(flags.has('x') ? operands : ['sh', '-c', line]);
    if (flags.has('e') && exitCode !== 0) return 8;
    await pause(seconds * 1000, context.signal);
  }
};
