import type { ConversationState } from '../session/conversation-state.ts';
import type { TaskFacts } from './task-facts.ts';

/** What the agent's own calls are judged by: its conversation, and nobody who asks for it. */
export function ownTask(state: () => ConversationState): TaskFacts {
  return { state, scripts: { haveChanged: false, granted: new Set() }, asker: null };
}
