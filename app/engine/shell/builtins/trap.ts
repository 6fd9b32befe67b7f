import type { SignalName } from '../../kernel/system-calls.ts';
import { quoteForShell } from '../text/quote-for-shell.ts';
import { signalNamed } from '../text/signals.ts';
import type { Builtin } from './builtin.ts';

/** `trap command EXIT ERR INT TERM …`. Signals of processes are handled by whoever runs the shell's loop. */
export const trap: Builtin = async ({ args, execution, stdout, complain }) => {
  const { traps } = execution.state;
  const operands = args[0] === '--' ? args.slice(1) : args;
  if (operands.length === 0 || operands[0] === '-p') {
    for (const [name, command] of traps) await stdout.writeLine(`trap -- ${quoteForShell(command, true)} ${name}`);
    return 0;
  }
  const isReset = operands.length === 1 || operands[0] === '-';
  const [command = ''] = operands;
  let exitCode = 0;
  for (const operand of operands.length === 1 ? operands : operands.slice(1)) {
    const name = trapName(operand);
    if (name === null) {
      await complain(`${operand}: invalid signal specification`);
      exitCode = 1;
    } else if (isReset) traps.delete(name);
    else traps.set(name, command);
  }
  const signals = [...traps.keys()].filter((name): name is SignalName => name.startsWith('SIG'));
  execution.program.system.sync('handleSignals', [
    'SIGPIPE',
    ...new Set([...signals, ...(execution.state.isInteractive ? ['SIGINT' as const] : [])]),
  ]);
  return exitCode;
};

function trapName(text: string): string | null {
  const upper = text.toUpperCase();
  if (upper === 'EXIT' || upper === '0') return 'EXIT';
  if (['ERR', 'DEBUG', 'RETURN'].includes(upper)) return upper;
  return signalNamed(text) ?? null;
}
