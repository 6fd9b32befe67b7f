import type { JsonValue, MessagePart } from '../../lib/protocol/message.ts';
import { type ToolCall, toolCallSchema } from '../../lib/protocol/tool-call.ts';
import type { ToolEffect } from '../../lib/protocol/tool-effect.ts';
import { TOOL_NAMES } from '../../lib/protocol/tool-names.ts';
import { $chat, type ChatState, INITIAL_CHAT_STATE } from '../../lib/stores/chat.ts';

/** Returns a call in any state, validated by the protocol's schema. */
export function toolCall(toolCallId: string, toolName: string, input: JsonValue, state: Record<string, JsonValue>): ToolCall {
  return toolCallSchema.parse({ toolCallId, stepId: 'step-1', toolName, input, ...state });
}

export function succeeded(toolCallId: string, toolName: string, input: JsonValue, output: JsonValue, ...effects: ToolEffect[]): ToolCall {
  const state = { stepId: 'step-1', status: 'success', finishedAt: 2, durationMs: 1_200 };
  return toolCallSchema.parse({ ...state, toolCallId, toolName, input, output, effects });
}

const HASH = 'a'.repeat(64);

/** Returns a command that waits for approval. */
export function waitingCommand(toolCallId: string, command: string): ToolCall {
  return toolCall(
    toolCallId,
    TOOL_NAMES.runCommand,
    { command },
    {
      status: 'awaiting_approval',
      approval: {
        approvalId: `approval-${toolCallId}`,
        toolCallId,
        toolName: TOOL_NAMES.runCommand,
        action: 'run',
        subject: { kind: 'command', command, cwd: '/' },
        reasoning: 'The server needs it.',
        why: 'No rule covers it.',
        parts: [{ text: command, verdict: 'ask', why: 'Uses the network.' }],
        argumentsHash: HASH,
        requestedAt: 1,
      },
    },
  );
}

/** Returns a file change that waits for approval. */
export function waitingChange(toolCallId: string, path: string, content: string): ToolCall {
  return toolCall(
    toolCallId,
    TOOL_NAMES.writeFile,
    { path, content },
    {
      status: 'awaiting_approval',
      approval: {
        approvalId: `approval-${toolCallId}`,
        toolCallId,
        toolName: TOOL_NAMES.writeFile,
        action: 'change',
        subject: { kind: 'file_modify', path, beforeHash: HASH },
        why: 'File changes are not auto-approved.',
        parts: [],
        argumentsHash: HASH,
        requestedAt: 1,
      },
    },
  );
}

/** Shows a chat: the user's message, then the assistant's parts including these calls. */
export function showChat(calls: readonly ToolCall[], state: Partial<ChatState> = {}, parts: MessagePart[] = []): void {
  const callParts = calls.map(
    (call): MessagePart => ({
      type: 'dynamic-tool',
      state: 'input-available',
      toolCallId: call.toolCallId,
      toolName: call.toolName,
      input: call.input,
    }),
  );
  $chat.set({
    ...INITIAL_CHAT_STATE,
    messages: [
      { id: 'user-1', role: 'user', parts: [{ type: 'text', text: 'Build a todo list' }] },
      { id: 'assistant-1', role: 'assistant', parts: [...parts, ...callParts] },
    ],
    toolCalls: new Map(calls.map((call) => [call.toolCallId, call])),
    ...state,
  });
}
