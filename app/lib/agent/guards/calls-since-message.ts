import type { ToolCall } from '../../protocol/tool-call.ts';
import type { ConversationState } from '../contract/conversation-state.ts';
import { isAnswered } from '../conversation/projection.ts';

/** A call with its answer. */
export type AnsweredCall = Extract<ToolCall, { status: 'success' | 'error' | 'cancelled' }>;

/**
 * Returns the answered calls since the user's last message, in order, without hooks. Unlike in `session-facts`, an answer to the agent's
 * question also counts as a message.
 */
export function callsSinceMessage(state: ConversationState): AnsweredCall[] {
  const start = state.messages.findLastIndex((message) => message.role === 'user' && !state.remarks.has(message.id));
  return state.messages.slice(start + 1).flatMap((message) =>
    message.parts.flatMap((part) => {
      const call = part.type === 'dynamic-tool' ? state.toolCalls.get(part.toolCallId) : undefined;
      return call !== undefined && isAnsweredCall(call) && !state.hooks.calls.has(call.toolCallId) ? [call] : [];
    }),
  );
}

function isAnsweredCall(call: ToolCall): call is AnsweredCall {
  return isAnswered(call);
}
