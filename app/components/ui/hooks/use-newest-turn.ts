import { useStore } from '@nanostores/react';
import type { ToolCall } from '../../../lib/protocol/tool-call.ts';
import { $chat } from '../../../lib/stores/chat.ts';

/** Returns the calls since the user's last message. */
export function useNewestTurn(): ToolCall[] {
  const { messages, toolCalls, remarks } = useStore($chat, { keys: ['messages', 'toolCalls', 'remarks'] });
  const start = messages.findLastIndex((message) => message.role === 'user' && !remarks.has(message.id));
  return messages
    .slice(start + 1)
    .flatMap((message) => message.parts)
    .flatMap((part) => (part.type === 'dynamic-tool' ? (toolCalls.get(part.toolCallId) ?? []) : []));
}
