import type { Problem } from './problem.ts';

/** Problems the user or the agent can look at: from terminals, builds and previews. */
export interface ProblemSource {
  list(source: 'terminal' | 'preview' | 'build' | 'all'): readonly Problem[];
  /** Resolves when what was written is checked, or after a while. Absent where nothing is checked by itself. */
  settled?(): Promise<void>;
}
