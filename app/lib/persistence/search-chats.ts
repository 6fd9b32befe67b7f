import type { ChatId } from '../protocol/ids.ts';
import type { JournalEvent } from '../protocol/journal-event.ts';
import type { JournalStore } from './journal-store.ts';

/** A chat that contains the searched text, with the words around it. */
export interface ChatHit {
  chatId: ChatId;
  excerpt: string;
}

/** Characters shown before and after the match. */
const AROUND = 40;

/** The chats, newest first, in which the text occurs in a message, an answer, or the output of a user's command; case is ignored. */
export async function searchChats(journal: Pick<JournalStore, 'listChats' | 'load'>, query: string): Promise<ChatHit[]> {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return [];
  const hits: ChatHit[] = [];
  // One after the other: a journal may be large, and only one has to be in memory.
  for (const { chatId } of await journal.listChats()) {
    const { records } = await journal.load(chatId);
    const excerpt = newestExcerpt(
      records.map(({ event }) => event),
      wanted,
    );
    if (excerpt !== null) hits.push({ chatId, excerpt });
  }
  return hits;
}

/** An excerpt around the newest match; null if there is none. `wanted` is in lower case. */
export function newestExcerpt(events: readonly JournalEvent[], wanted: string): string | null {
  for (const event of events.toReversed()) {
    for (const text of textsOf(event)) {
      const at = text.toLowerCase().indexOf(wanted);
      if (at !== -1) return excerptOf(text, at, wanted.length);
    }
  }
  return null;
}

function textsOf(event: JournalEvent): string[] {
  if (event.type === 'user-command') return [event.done.output, event.done.command];
  if (event.type !== 'user-message' && event.type !== 'step-finished') return [];
  const parts = event.type === 'user-message' ? event.message.parts : event.parts;
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
}

/** The words around the match, on one line. */
export function excerptOf(text: string, at: number, length: number): string {
  const from = Math.max(0, at - AROUND);
  const to = Math.min(text.length, at + length + AROUND);
  return `${from > 0 ? '…' : ''}${text.slice(from, to).replace(/\s+/g, ' ')}${to < text.length ? '…' : ''}`;
}
