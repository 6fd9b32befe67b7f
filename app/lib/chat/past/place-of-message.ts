import { type ConversationState, INITIAL_CONVERSATION } from '../../agent/contract/conversation-state.ts';
import { ImpossibleTransitionError } from '../../agent/contract/errors.ts';
import { applyRecord } from '../../agent/conversation/projection.ts';
import type { JournalRecord } from '../../protocol/journal-event.ts';

export interface MessagePlace {
  /** The record that added the message to the conversation. For a message that waited, it comes after the message's own record. */
  sequence: number;
  /** The conversation before that record. */
  before: ConversationState;
}

/** Returns null if no such message was added to the conversation. */
export function placeOfMessage(records: readonly JournalRecord[], messageId: string): MessagePlace | null {
  let before = INITIAL_CONVERSATION;
  for (const record of records) {
    const after = applied(before, record);
    if (after.messages !== before.messages && after.messages.some(({ id }) => id === messageId))
      return { sequence: record.sequence, before };
    before = after;
  }
  return null;
}

/** Applies a record as `projectRecords` does. */
function applied(state: ConversationState, record: JournalRecord): ConversationState {
  try {
    return applyRecord(state, record);
  } catch (error) {
    if (!(error instanceof ImpossibleTransitionError)) throw error;
    return state;
  }
}
