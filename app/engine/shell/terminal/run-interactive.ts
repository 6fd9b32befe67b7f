import type { Execution } from '../language/execution.ts';
import { runFromInput } from '../run-from-input.ts';

export async function runInteractive(execution: Execution, _options: { isMarking: boolean }): Promise<number> {
  return runFromInput(execution);
}
