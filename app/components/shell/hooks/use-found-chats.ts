import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { ChatHit } from '../../../lib/persistence/search-chats.ts';
import { $chats, type ChatSummary } from '../../../lib/stores/chat.ts';
import { useActions } from '../../page/workbench-context.tsx';

export interface FoundChat extends ChatSummary {
  /** The message text that was found, if it was found there. */
  excerpt: string | null;
  /** Whether another chat has the same title. */
  hasTwin: boolean;
}

/** Delay in milliseconds, because a search reads all conversations and should not run on each key. */
const PAUSE = 200;
/** A single letter would match every chat. */
const FEWEST_LETTERS = 2;
const NONE: readonly ChatHit[] = [];

/** Returns the chats whose title or messages contain the words of the search: titles at once, messages as they are found. */
export function useFoundChats(query: string): { found: readonly FoundChat[]; isSearching: boolean } {
  const actions = useActions('chat');
  const chats = useStore($chats);
  const wanted = query.trim().toLowerCase();
  const [result, setResult] = useState({ wanted: '', hits: NONE });
  useEffect(() => {
    if (wanted.length < FEWEST_LETTERS) return;
    let isCurrent = true;
    const timer = setTimeout(() => void actions.searchChats(wanted).then((hits) => isCurrent && setResult({ wanted, hits })), PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [actions, wanted]);
  const isKnown = result.wanted === wanted;
  const excerpts = new Map(isKnown ? result.hits.map(({ chatId, excerpt }) => [chatId, excerpt]) : []);
  const shared = sharedTitles(chats);
  const found = chats.flatMap((chat): FoundChat[] => {
    const excerpt = excerpts.get(chat.chatId) ?? null;
    return excerpt !== null || chat.title.toLowerCase().includes(wanted) ? [{ ...chat, excerpt, hasTwin: shared.has(chat.title) }] : [];
  });
  return { found, isSearching: wanted.length >= FEWEST_LETTERS && !isKnown };
}

function sharedTitles(chats: readonly ChatSummary[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(chats.map(({ title }) => title).filter((title) => seen.size === seen.add(title).size));
}
