import type { ConversationState } from '../contract/conversation-state.ts';
import type { TaskFacts } from '../contract/task-facts.ts';

/** The task of the agent's own calls: its conversation, on behalf of nobody else. */
export function ownTask(state: () => ConversationState): TaskFacts {
  return { state, scripts: { haveChanged: false, granted: new Set() }, asker: null };
}
