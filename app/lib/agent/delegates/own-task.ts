import type { ConversationState } from '../contract/conversation-state.ts';
import type { TaskFacts } from '../contract/task-facts.ts';

/** Returns the task of the agent's own calls, which have no asking sub-agent. */
export function ownTask(state: () => ConversationState): TaskFacts {
  return { state, scripts: { haveChanged: false, granted: new Set() }, asker: null };
}
