import type { ChatMessage } from '../message.ts';

/** What was said in the message itself, without what is attached to it. */
export function ownWords({ parts }: Pick<ChatMessage, 'parts'>): string {
  return parts.map((part) => (part.type === 'text' && part.attachment === undefined ? part.text : '')).join('');
}
