import type { ChatMessage } from '../../../protocol/message.ts';
import type { ConversationState, QueuedMessage } from '../../contract/conversation-state.ts';
import { withItem, withMember } from './owned-collections.ts';

/** Returns true for a message that is added before the next step. */
export function isForStep({ when }: QueuedMessage): boolean {
  return when === 'after-step';
}

/** Adds the messages that are due to the conversation. */
export function withQueueIn(state: ConversationState, isDue: (waiting: QueuedMessage) => boolean): ConversationState {
  const goesIn = state.queued.filter(isDue);
  const newest = goesIn.at(-1);
  if (newest === undefined) return state;
  const queued = state.queued.filter((waiting) => !goesIn.includes(waiting));
  return { ...goesIn.reduce((before, { message }) => withSent(before, message), state), mode: newest.mode, queued };
}

/** Adds a message of the user. Remembers whether the plan above it is one of an earlier task. */
export function withSent(state: ConversationState, message: ChatMessage): ConversationState {
  const isPlanOld = state.isPlanOld || state.status === 'completed';
  const oldPlanMessages = isPlanOld ? withMember(state.oldPlanMessages, message.id) : state.oldPlanMessages;
  return { ...state, oldPlanMessages, messages: withItem(state.messages, message) };
}

/** Adds the messages that the user has sent to the run at work. */
export function withSteering(state: ConversationState): ConversationState {
  const ids = state.queued.filter(isForStep).map(({ message }) => message.id);
  const added = withQueueIn(state, isForStep);
  // A run that has made no step yet has done nothing that they could belong to.
  return state.iteration === 0 ? added : ids.reduce(withAddedToTask, added);
}

export function withAddedToTask(state: ConversationState, messageId: string): ConversationState {
  return { ...state, addedToTask: withMember(state.addedToTask, messageId) };
}
