import type { CommandNode } from 'unbash';
import type { Execution } from './state/execution.ts';

/** Runs the traps of pending signals. Subshells share their shell's process, so only the shell itself does this. */
export async function runSignalTraps(execution: Execution): Promise<void> {
  const { state, signals, interpreter } = execution;
  if (state.isSubshell) return;
  for (;;) {
    const signal = signals.take();
    if (signal === null) return;
    const command = state.traps.get(signal);
    if (command === undefined || command === '') continue;
    const exitCode = state.lastExitCode;
    // The interrupted command has ended; the trap runs anyway.
    const untilWhen = execution.signal.aborted ? new AbortController().signal : execution.signal;
    await interpreter.runSource(command, { ...execution, signal: untilWhen, isCondition: true });
    state.lastExitCode = exitCode;
  }
}

/** Runs the DEBUG trap: before each simple command, but never for the trap's own commands. */
export async function runDebugTrap(node: CommandNode, execution: Execution): Promise<void> {
  const { state } = execution;
  if (state.isInTrap) return;
  state.currentCommand = node;
  const command = state.traps.get('DEBUG');
  if (command !== undefined && command !== '') await runPseudoTrap(command, execution);
}

/** Runs an `ERR`, `DEBUG` or `RETURN` trap, preserving `$?` and `$BASH_COMMAND`. */
export async function runPseudoTrap(command: string, execution: Execution): Promise<void> {
  const { state, interpreter } = execution;
  if (state.isInTrap) return;
  const exitCode = state.lastExitCode;
  state.isInTrap = true;
  try {
    await interpreter.runSource(command, { ...execution, isCondition: true });
  } finally {
    state.isInTrap = false;
  }
  state.lastExitCode = exitCode;
}

/** Removes the traps that a function does not inherit without `set -E` or `set -T`. Returns a function that restores them. */
export function withoutInheritedTraps({ traps, options }: Execution['state']): () => void {
  const names = [...(options.errtrace ? [] : ['ERR']), ...(options.functrace ? [] : ['DEBUG', 'RETURN'])];
  const saved = names.flatMap((name) => {
    const command = traps.get(name);
    traps.delete(name);
    return command === undefined ? [] : [[name, command] as const];
  });
  return () => {
    traps.delete('RETURN');
    for (const [name, command] of saved) if (!traps.has(name)) traps.set(name, command);
  };
}
