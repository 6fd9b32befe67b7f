import { ownWords } from '../attachments/own-words.ts';
import type { JournalEvent } from '../journal-event.ts';

/** Title of a chat that began without a message; its first message or action replaces it. */
export const NEW_CHAT = 'New chat';

const TITLE_LENGTH = 60;

/** A title made from the user's message or command. */
export function titleOf(text: string): string {
  return shortened(text) ?? 'Untitled';
}

/** Returns the title that an event gives to a chat without one; null if the event does not say what the chat is about. */
export function titleFrom(event: JournalEvent): string | null {
  if (event.type === 'user-command-started') return shortened(event.command);
  if (event.type !== 'user-message') return null;
  const attached = event.message.parts.flatMap((part) => (part.type === 'image' ? [part.name] : []));
  return shortened(ownWords(event.message)) ?? shortened(attached.join(', '));
}

function shortened(text: string): string | null {
  const line = text.trim().split('\n')[0] ?? '';
  return line === '' ? null : line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH - 1)}…` : line;
}
