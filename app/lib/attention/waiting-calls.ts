import { delegatedCallId } from '../protocol/ids.ts';
import type { ToolCall } from '../protocol/tool-call.ts';
import type { DelegateState } from '../stores/chat.ts';

export type WaitingCall = Extract<ToolCall, { status: 'awaiting_approval' }>;

/** Returns the calls of the agent and its sub-agents that wait for an answer; those of a sub-agent that has ended do not wait. */
export function waitingCalls(toolCalls: ReadonlyMap<string, ToolCall>, delegates: ReadonlyMap<string, DelegateState>): WaitingCall[] {
  const own = [...toolCalls.values()].filter(isWaiting);
  const theirs = [...delegates].flatMap(([parentId, { status, toolCalls: calls }]) =>
    status === 'waiting_for_approval' ? [...calls.values()].filter(isWaiting).map((call) => ofChat(parentId, call)) : [],
  );
  return [...own, ...theirs];
}

function isWaiting(call: ToolCall): call is WaitingCall {
  return call.status === 'awaiting_approval' && call.isDenied !== true;
}

/** Two sub-agents may use the same call id. */
function ofChat(parentId: string, call: WaitingCall): WaitingCall {
  return { ...call, toolCallId: delegatedCallId(parentId, call.toolCallId) };
}
