import type { JournalEvent } from '../../../protocol/journal-event.ts';
import type { ConversationState } from '../../contract/conversation-state.ts';

/** Omits the part of the conversation so far from requests to that model. */
export function withLeftOut(
  state: ConversationState,
  { modelId, left, message }: Extract<JournalEvent, { type: 'part-left-out' }>,
): ConversationState {
  const messageIds = new Set(state.messages.map(({ id }) => id));
  const one = { modelId, left, message, messageIds, afterMessageId: state.messages.at(-1)?.id ?? null };
  return { ...state, leftOut: [...state.leftOut, one] };
}
