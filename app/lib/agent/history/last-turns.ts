import type { ChatMessage } from '../../protocol/message.ts';

/**
 * Returns the newest `turns` messages as the seed counts them: half from the user, half from the assistant, in order. Results are inside
 * the assistant's messages, so none is orphaned. The newest answer is always kept, because it holds the results that the model waits for.
 */
export function lastTurns(messages: readonly ChatMessage[], turns: number): ChatMessage[] {
  const kept = new Set([
    ...newest(messages, 'user', Math.ceil(turns / 2)),
    ...newest(messages, 'assistant', Math.max(1, Math.floor(turns / 2))),
  ]);
  return messages.filter((message) => kept.has(message));
}

function newest(messages: readonly ChatMessage[], role: ChatMessage['role'], count: number): ChatMessage[] {
  return messages.filter((message) => message.role === role).slice(-count);
}
