import { imageTitle } from '../../protocol/attachments/image-limits.ts';
import type { ChatMessage, JsonValue, MessagePart } from '../../protocol/message.ts';

/** Limits of one input or result in characters, tried in order until the transcript fits. */
const LONGEST_PARTS = [16_000, 8_000, 4_000, 2_400, 1_200, 600, 300] as const;
/** Messages of the user and the agent are cut later than results, because they contain the agent's notes. */
const LONGEST_TEXT = 4_000;

/**
 * Returns the messages as plain text of at most `limit` characters. Calls and results become text as well, so that no provider can reject
 * them. Cuts are marked.
 */
export function transcriptOf(messages: readonly ChatMessage[], limit: number): string {
  for (const longest of LONGEST_PARTS) {
    const text = messages.map((message) => messageText(message, longest)).join('\n\n');
    if (text.length <= limit) return text;
  }
  const shortest = messages.map((message) => messageText(message, LONGEST_PARTS[6])).join('\n\n');
  return cutMiddle(shortest, limit);
}

function messageText({ role, parts }: ChatMessage, longest: number): string {
  const lines = parts.map((part) => partText(part, longest)).filter((line) => line !== '');
  return `${role === 'user' ? 'USER' : 'AGENT'}:\n${lines.join('\n')}`;
}

function partText(part: MessagePart, longest: number): string {
  switch (part.type) {
    case 'text':
      return cutMiddle(part.text.trim(), Math.max(longest, LONGEST_TEXT));
    case 'dynamic-tool':
      return `[${part.toolName} ${cutMiddle(plain(part.input), longest)}] → ${resultText(part, longest)}`;
    case 'image':
      return `[${imageTitle(part)}]`;
    default:
      return '';
  }
}

function resultText(part: Extract<MessagePart, { type: 'dynamic-tool' }>, longest: number): string {
  if (part.state === 'output-available') return cutMiddle(plain(part.output), longest);
  return part.state === 'output-error' ? `error: ${cutMiddle(part.errorText, longest)}` : 'no result';
}

function plain(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the beginning and the end, with the number of characters omitted between them. */
export function cutMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const half = Math.max(0, Math.floor((limit - 40) / 2));
  return `${text.slice(0, half)}\n… [${text.length - 2 * half} characters left out] …\n${text.slice(text.length - half)}`;
}
