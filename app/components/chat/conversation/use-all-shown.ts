import { useEffect, useState } from 'react';
import type { ConversationRow } from './conversation-rows.ts';

/**
 * Whether the whole conversation is rendered. It is from when the user opens the browser's find or prints, which see only rendered rows,
 * until the next message is sent.
 */
export function useAllShown(rows: readonly ConversationRow[]): boolean {
  const lastMessage = rows.findLast(({ kind }) => kind === 'user')?.key ?? null;
  const [shownFor, setShownFor] = useState<string | null>(null);
  useEffect(() => {
    const showAll = () => setShownFor(lastMessage);
    function onKeyDown(event: KeyboardEvent) {
      // An editor with its own find has already handled the key.
      if (event.key === 'f' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && !event.defaultPrevented) showAll();
    }
    addEventListener('keydown', onKeyDown);
    addEventListener('beforeprint', showAll);
    return () => {
      removeEventListener('keydown', onKeyDown);
      removeEventListener('beforeprint', showAll);
    };
  }, [lastMessage]);
  return shownFor !== null && shownFor === lastMessage;
}
