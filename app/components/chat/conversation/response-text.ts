import type { ChatState } from '../../../lib/stores/chat.ts';

/**
 * The agent's words from a row's on until the user speaks again, as Markdown. Its thoughts and steps are left out; what Devonz or a command of the
 * user's says in between does not end it.
 * @param key of the row of its first words: `messageId:part`.
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
