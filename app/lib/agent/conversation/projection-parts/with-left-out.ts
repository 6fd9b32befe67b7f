import type { JournalEvent } from '../../../protocol/journal-event.ts';
import type { ConversationState } from '../../contract/conversation-state.ts';

/** The conversation as far as it goes is sent to that model without the part. */
export function withLeftOut(
  state: ConversationState,
  { modelId, left, message }: Extract<JournalEvent, { type: 'part-left-out' }>,
): ConversationState {
  const messageIds = new Set(state.messages.map(({ id }) => id));
  const one = { modelId, left, message, messageIds, afterMessageId: state.messages.at(-1)?.id ?? null };
  return { ...state, leftOut: [...state.leftOut, one] };
}
