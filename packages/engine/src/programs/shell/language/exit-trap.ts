import { ExitSignal } from './state/control-flow.ts';
import type { Execution } from './state/execution.ts';

/** Runs the EXIT trap once; an `exit` inside it changes the exit code. */
export async function runExitTrap(exitCode: number, execution: Execution): Promise<number> {
  const trap = execution.state.traps.get('EXIT');
  if (trap === undefined || trap === '') return exitCode;
  execution.state.traps.delete('EXIT');
  execution.state.lastExitCode = exitCode;
  try {
    await execution.interpreter.runSource(trap, execution);
    return exitCode;
  } catch (error) {
    if (error instanceof ExitSignal) return error.exitCode;
    throw error;
  }
}
