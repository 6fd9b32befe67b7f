import { INITIAL_CONVERSATION } from '../agent/contract/conversation-state.ts';
import { curateHistory } from '../agent/history/curate-history.ts';
import type { ChatMessage } from '../protocol/message.ts';
import { TOOL_REGISTRY } from '../tools/index.ts';

/** Returns the part of a history that is sent to a model: only valid turns, from a user's message on, with each call's result. */
export function extractCuratedHistory(history: readonly ChatMessage[]): ChatMessage[] {
  const { failedMessages, keptMessages, stubbedCalls, compactions } = INITIAL_CONVERSATION;
  return curateHistory({ messages: history, failedMessages, keptMessages, stubbedCalls, compactions }, TOOL_REGISTRY);
}
