import type { EndedCheck } from './ended-check.ts';
import type { Problem } from './problem.ts';

/** Problems from terminals, builds and previews, for the user and the agent. */
export interface ProblemSource {
  list(source: 'terminal' | 'preview' | 'build' | 'all'): readonly Problem[];
  /** A command of the agent has run these checks and printed `output`: problems of earlier runs of the same checks are out of date. */
  checked?(checks: readonly EndedCheck[], output: string): void;
  /** Resolves when the written files are checked, or after a timeout. Absent if nothing checks files automatically. */
  settled?(): Promise<void>;
  /** Why problems may be missing at the moment, in sentences; null if none are. This is not a problem of the project. */
  note?(): string | null;
}
