import type { JournalEvent } from '../../protocol/journal-event.ts';
import { remarkText } from '../../protocol/remark.ts';
import type { ConversationState } from '../contract/conversation-state.ts';

const STOPPED =
  'The user stopped the work above. Do what their next message says, and take up what was stopped only where it asks for that.';

/** Returns the remark before a message that follows a stop: without it, the stopped message looks to a model like one still to be answered. */
export function stoppedRemark({ notice }: ConversationState, nextId: () => string): JournalEvent[] {
  return notice?.type === 'stopped' ? [{ type: 'guard-remark', messageId: nextId(), text: remarkText(STOPPED) }] : [];
}
