import type { RunOutcome, RunResult } from '../../app/lib/protocol/unattended/unattended.ts';
import { kindOf, type ProjectChange } from './project-changes.ts';

/** The program's exit codes; part of its public interface. */
export const EXIT_CODES = { completed: 0, failed: 1, usage: 2, asked: 3, limit: 4, stopped: 130 } as const satisfies Record<
  RunOutcome | 'usage',
  number
>;

/** The last event of a run. */
export interface FinishedEvent extends RunResult {
  type: 'finished';
  exitCode: number;
  changes: readonly { path: string; kind: 'added' | 'modified' | 'removed' }[];
  /** Whether the changes were written to the folder. */
  written: boolean;
}

export function finishedEvent(result: RunResult, changes: readonly ProjectChange[], written: boolean): FinishedEvent {
  return {
    type: 'finished',
    ...result,
    exitCode: EXIT_CODES[result.outcome],
    changes: changes.map((change) => ({ path: change.path, kind: kindOf(change) })),
    written,
  };
}
