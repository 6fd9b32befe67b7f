import type { ContentHash } from '../../protocol/ids.ts';
import type { Subgoal } from '../../protocol/plan.ts';
import type { MadeFiles } from './made-files.ts';

/** The facts about the current conversation that tools may read. */
export interface SessionFacts {
  plan: readonly Subgoal[];
  lockedPaths: readonly string[];
  /** The files that this run has changed, and who changed each; a command that executes one may need approval. */
  made: MadeFiles['files'];
  /** Files changed for this task and not checked since; empty if the model was already notified of that or has no step left. */
  unchecked: readonly string[];
  /** The last check of this task, if it failed and the model has not tried to complete the task since; otherwise null. */
  failedCheck: string | null;
  /**
   * The reminder that the model gets once per task if it stops while subgoals of its plan are open; null if none are open or it was already
   * reminded.
   */
  planReminder: string | null;
  /** Returns the description of a tool and its arguments, for the model; null if there is no such tool. */
  toolText(name: string): string | null;
  /** Returns the stored outputs of this chat's commands, by the path at which they can be read. */
  keptOutputs(): ReadonlyMap<string, ContentHash>;
  /** Who has changed a file that the agent knows since it last read or wrote it; null if nobody has, or the agent does not know it. */
  changedUnseen(path: string): 'user' | 'runtime' | null;
  /** Returns true if the address appears verbatim in the user's messages or in text read from outside. */
  isGivenAddress(address: string): boolean;
}
