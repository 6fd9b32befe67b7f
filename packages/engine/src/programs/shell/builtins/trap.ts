import { signalNumbers } from '../../../abi/signals.ts';
import type { SignalName } from '../../../abi/system-calls.ts';
import type { ShellState } from '../language/state/shell-state.ts';
import type { OutputStream } from '../streams/output-stream.ts';
import { quoteForShell } from '../text/quote-for-shell.ts';
import { signalNamed } from '../text/signals.ts';
import type { Builtin } from './builtin.ts';

/** Implements `trap command EXIT ERR INT TERM …`. `runSignalTraps` runs a signal's command between two commands. */
export const trap: Builtin = async ({ args, execution, stdout, complain }) => {
  const { traps } = execution.state;
  const operands = args[0] === '--' ? args.slice(1) : args;
  if (operands[0] === '-l') return listSignals(stdout);
  if (operands.length === 0 || operands[0] === '-p') {
    const wanted = operands.slice(1).map(trapName);
    for (const [name, command] of inSignalOrder(execution.state.inheritedTraps.size > 0 ? execution.state.inheritedTraps : traps))
      if (wanted.length === 0 || wanted.includes(name)) await stdout.writeLine(`trap -- ${quoteForShell(command, true)} ${name}`);
    return 0;
  }
  execution.state.inheritedTraps = new Map();
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
  // A subshell shares its shell's process, so the process's signals belong to the shell.
  if (!execution.state.isSubshell) execution.program.system.sync('handleSignals', handledSignals(execution.state));
  return exitCode;
};

/**
 * Returns the signals that the kernel delivers to the shell: those with a trap, and those that would end a shell that has an EXIT trap to
 * run.
 */
export function handledSignals({ traps, isInteractive }: ShellState): SignalName[] {
  const trapped = [...traps.keys()].filter((name): name is SignalName => name.startsWith('SIG') && name !== 'SIGKILL');
  const ending: SignalName[] = traps.has('EXIT') ? ['SIGINT', 'SIGTERM', 'SIGHUP'] : [];
  return [
    ...new Set<SignalName>([
      'SIGPIPE',
      ...trapped,
      ...ending,
      ...(isInteractive ? (['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGWINCH'] as const) : []),
    ]),
  ];
}

function trapName(text: string): string | null {
  const upper = text.toUpperCase();
  if (upper === 'EXIT' || upper === '0') return 'EXIT';
  if (['ERR', 'DEBUG', 'RETURN'].includes(upper)) return upper;
  return signalNamed(text) ?? null;
}

/** Sorts as bash lists them: EXIT first, then by number, then ERR, DEBUG and RETURN. */
function inSignalOrder(traps: ReadonlyMap<string, string>): [name: string, command: string][] {
  const rank = (name: string) => {
    const named = [...signalNumbers].find(([signal]) => signal === name);
    return named?.[1] ?? (name === 'EXIT' ? 0 : 100 + ['DEBUG', 'ERR', 'RETURN'].indexOf(name));
  };
  return [...traps].sort(([left], [right]) => rank(left) - rank(right));
}

async function listSignals(stdout: OutputStream): Promise<number> {
  await stdout.writeLine([...signalNumbers].map(([name, number]) => `${String(number).padStart(2)}) ${name}`).join('\t'));
  return 0;
}
