import type { AgentStatus } from '../protocol/session-state.ts';
import type { ChatState } from '../stores/chat.ts';
import type { HostQuestion } from '../stores/outbound.ts';
import type { AttentionReason } from './attention-store.ts';
import { waitingCalls } from './waiting-calls.ts';

/** Something that waits for the user. */
export interface Attention {
  /** Identifies the question: stays the same until another one is asked. */
  id: string;
  reason: AttentionReason;
}

type EndReason = Extract<AttentionReason, 'stopped' | 'completed'>;
type OpenChat = Pick<ChatState, 'chatId' | 'status' | 'notice' | 'toolCalls' | 'delegates' | 'lastStep'>;

interface Waiting {
  chat: OpenChat;
  hostQuestions: readonly HostQuestion[];
  isStorageFull: boolean;
  /** How the run ended, if the user has not seen it since. */
  unseenEnd: EndReason | null;
}

/** Returns everything that waits, the most important first. */
export function attentionsOf({ chat, hostQuestions, isStorageFull, unseenEnd }: Waiting): Attention[] {
  const { chatId, status, toolCalls, delegates, lastStep } = chat;
  return [
    ...(isStorageFull ? [{ id: 'storage', reason: 'storage' as const }] : []),
    ...waitingCalls(toolCalls, delegates).map(({ approval }) => ({ id: approval.approvalId, reason: 'approval' as const })),
    ...hostQuestions.map(({ id }) => ({ id: `host-${id}`, reason: 'host' as const })),
    ...(status === 'waiting_for_user' ? [{ id: `question-${lastStep ?? chatId}`, reason: 'question' as const }] : []),
    ...(unseenEnd === null ? [] : [{ id: `end-${chatId}`, reason: unseenEnd }]),
  ];
}

/** Returns how a run ended between two states of one chat, or null if it did not end or the user stopped it. */
export function endBetween(before: Pick<OpenChat, 'chatId' | 'status'>, after: OpenChat): EndReason | null {
  if (before.chatId !== after.chatId || !isAtWork(before.status)) return null;
  if (after.status === 'completed') return 'completed';
  const isLimit = after.status === 'idle' && after.notice !== null && after.notice.type !== 'stopped';
  return after.status === 'error' || isLimit ? 'stopped' : null;
}

export function isAtWork(status: AgentStatus): boolean {
  return status === 'thinking' || status === 'executing' || status === 'waiting_for_approval';
}
