import { effectOf } from '../../protocol/effect-of.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import type { WorkspacePath } from '../../runtime/types.ts';
import type { ConversationState } from '../contract/conversation-state.ts';

/** Returns the folder of the project in which the agent's shell was left; null if it is the root, or outside of the project. */
export function shellFolder({ toolCalls }: Pick<ConversationState, 'toolCalls'>): WorkspacePath | null {
  for (const call of [...toolCalls.values()].toReversed()) {
    const move = call.status === 'success' ? effectOf(call.effects, 'shell-moved') : undefined;
    if (move !== undefined) return move.folder === null ? null : toWorkspacePath(move.folder);
  }
  return null;
}
