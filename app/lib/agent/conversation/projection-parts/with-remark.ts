import type { JournalEvent } from '../../../protocol/journal-event.ts';
import type { ChatMessage } from '../../../protocol/message.ts';
import type { KeptPrompt } from '../../../protocol/prompts/kept-prompt.ts';
import type { ConversationPrompt, ConversationState } from '../../contract/conversation-state.ts';
import { withItem, withMember } from './owned-collections.ts';

type Remark = Pick<Extract<JournalEvent, { type: 'guard-remark' }>, 'messageId' | 'text' | 'told'>;

/** Adds a message of the session to the model. One that tells of changed facts belongs to the prompt. */
export function withRemark(state: ConversationState, { messageId, text, told }: Remark): ConversationState {
  const message: ChatMessage = { id: messageId, role: 'user', parts: [{ type: 'text', text }] };
  const { prompt } = state;
  const telling = prompt === null || told === undefined ? prompt : { ...prompt, told, remarks: [...prompt.remarks, messageId] };
  return { ...state, messages: withItem(state.messages, message), remarks: withMember(state.remarks, messageId), prompt: telling };
}

/** Returns the prompt that applies from a step on. */
export function keptPrompt({ prompt, compactions }: ConversationState, { isNew, ...kept }: KeptPrompt): ConversationPrompt {
  if (!isNew && prompt !== null) return { ...prompt, ...kept };
  return { ...kept, told: null, remarks: [], compactionId: compactions.at(-1)?.compactionId ?? null };
}
