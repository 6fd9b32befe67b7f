import type { ChatMessage } from '../../protocol/message.ts';
import type { ConversationState } from '../contract/conversation-state.ts';

/** A stretch of the conversation, including both ends. */
export interface CompactionRange {
  firstMessageId: string;
  lastMessageId: string;
  messages: readonly ChatMessage[];
}

/** Minimum number of messages worth a summary. */
const SHORTEST = 2;
/** Number of newest answers to keep; the smaller ones are used if the larger are not enough. */
const KEPT_STEPS = [4, 2, 1] as const;

/**
 * Returns the stretches that could be summarised, smallest first: from after the first task to before the newest answers. A call and its
 * result are in one message, so no stretch separates them.
 */
export function compactionRanges({ messages, failedMessages }: Pick<ConversationState, 'messages' | 'failedMessages'>): CompactionRange[] {
  const start = messages.findIndex((message) => message.role === 'user') + 1;
  const steps = messages.flatMap((message, index) => (message.role === 'assistant' && !failedMessages.has(message.id) ? [index] : []));
  const ranges: CompactionRange[] = [];
  for (const kept of KEPT_STEPS) {
    const end = steps.at(-kept);
    if (start === 0 || end === undefined || end - start < SHORTEST) continue;
    const stretch = messages.slice(start, end);
    const first = stretch[0];
    const last = stretch.at(-1);
    if (first !== undefined && last !== undefined) {
      ranges.push({ firstMessageId: first.id, lastMessageId: last.id, messages: stretch });
    }
  }
  return ranges;
}
