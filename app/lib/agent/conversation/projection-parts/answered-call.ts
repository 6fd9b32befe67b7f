import type { ApprovalAnswer, ToolCall } from '../../../protocol/tool-call.ts';

/** Returns a call after the user's answer. A denied one still waits for its error result, which comes when it is its turn. */
export function answeredCall(call: ToolCall, answer: ApprovalAnswer): ToolCall {
  if (answer.decision === 'deny') return call.status === 'awaiting_approval' ? { ...call, isDenied: true } : call;
  const { toolCallId, stepId, toolName } = call;
  return { toolCallId, stepId, toolName, input: answer.decision === 'edit' ? answer.input : call.input, status: 'scheduled' };
}
