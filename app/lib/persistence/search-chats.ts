import type { ChatId } from '../protocol/ids.ts';
import type { JournalEvent } from '../protocol/journal-event.ts';
import type { JournalStore } from './journal-store.ts';

/** A chat in which something was said that fits, and the words around it. */
export interface ChatHit {
  chatId: ChatId;
  excerpt: string;
}

/** Characters shown before and after what was found. */
const AROUND = 40;

/** The chats, newest first, in which the user or the agent said this, or a command of the user printed it, in whatever case. */
export async function searchChats(journal: Pick<JournalStore, 'listChats' | 'load'>, query: string): Promise<ChatHit[]> {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return [];
  const hits: ChatHit[] = [];
  // One after the other: a journal may be large, and only one need be in memory.
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

/** The words around what was said last of it; null: it was not said. `wanted` is in lower case. */
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
  if (event.type === 'person-command') return [event.done.output, event.done.command];
  if (event.type !== 'user-message' && event.type !== 'step-finished') return [];
  const parts = event.type === 'user-message' ? event.message.parts : event.parts;
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
}

/** The words around what was found, on one line. */
export function excerptOf(text: string, at: number, length: number): string {
  const from = Math.max(0, at - AROUND);
  const to = Math.min(text.length, at + length + AROUND);
  return `${from > 0 ? '…' : ''}${text.slice(from, to).replace(/\s+/g, ' ')}${to < text.length ? '…' : ''}`;
}
