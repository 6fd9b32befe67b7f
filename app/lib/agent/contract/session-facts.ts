import type { Subgoal } from '../../protocol/plan.ts';
import type { MadeFiles } from './made-files.ts';

/** What tools may know of the conversation they work in. */
export interface SessionFacts {
  plan: readonly Subgoal[];
  lockedPaths: readonly string[];
  /** What this run has changed, by who did it; a command that executes it may have to ask. */
  made: MadeFiles['files'];
  /** Files changed for this task of which nothing was checked since; empty where the model was notified of that already, or has no step left. */
  unchecked: readonly string[];
  /** Whether the address is, word for word, in what the user said for this task or in what was read from outside for it. */
  isGivenAddress(address: string): boolean;
}
