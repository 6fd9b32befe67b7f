import type { JournalEvent } from '../../protocol/journal-event.ts';
import type { ChatMessage, MessagePart } from '../../protocol/message.ts';
import { remarkText } from '../../protocol/remark.ts';
import type { ConversationState } from '../contract/conversation-state.ts';

/** Returns the partial answer of a failed step if it has content and is the newest message; otherwise null. */
export function unfinishedAnswer({ messages, failedMessages }: Pick<ConversationState, 'messages' | 'failedMessages'>): ChatMessage | null {
  const last = messages.at(-1);
  if (last === undefined || !failedMessages.has(last.id)) return null;
  return last.parts.some(saysSomething) ? last : null;
}

function saysSomething(part: MessagePart): boolean {
  return part.type === 'dynamic-tool' || (part.type === 'text' && /\S/.test(part.text));
}

const CONTINUE =
  'Your answer broke off there: the connection, the time or the page was over. Continue exactly where it ends, without repeating what you have said. A call that you had begun to make was not made; make it again, whole. What had come of its arguments is there to be taken over.';

/** Returns the events that keep a partial answer in the conversation and ask for the rest; empty if there is none. */
export function keptAnswerEvents(state: ConversationState, remarkId: string): JournalEvent[] {
  const begun = unfinishedAnswer(state);
  if (begun === null) return [];
  return [
    { type: 'answer-kept', messageId: begun.id },
    { type: 'guard-remark', messageId: remarkId, text: remarkText(CONTINUE) },
  ];
}
