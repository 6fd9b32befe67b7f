import type { ChatState } from '../../../lib/stores/chat.ts';

/**
 * Returns the agent's text from a row until the user's next message, as Markdown. Omits reasoning and steps; remarks of Devonz and the
 * user's commands do not end it.
 * @param key of the row of its first text: `messageId:part`.
 */
export function responseText(
  { messages, remarks, userCommands }: Pick<ChatState, 'messages' | 'remarks' | 'userCommands'>,
  key: string,
): string {
  const messageId = key.slice(0, key.lastIndexOf(':'));
  const rest = messages.slice(
    Math.max(
      0,
      messages.findIndex(({ id }) => id === messageId),
    ),
  );
  const end = rest.findIndex(({ id, role }) => role === 'user' && !remarks.has(id) && !userCommands.has(id));
  const words = rest
    .slice(0, end === -1 ? undefined : end)
    .filter(({ role }) => role === 'assistant')
    .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text.trim()] : [])));
  return words.filter((text) => text !== '').join('\n\n');
}
