import type { ChatMessage } from '../message.ts';

/** The text of the message itself, without its attachments. */
export function ownWords({ parts }: Pick<ChatMessage, 'parts'>): string {
  return parts.map((part) => (part.type === 'text' && part.attachment === undefined ? part.text : '')).join('');
}
