import { useCallback, useEffect, useState } from 'react';

function draftKey(chatId: string | null): string {
  return `devonz.draft.${chatId ?? 'new'}`;
}

/** Storage may be forbidden; then a draft is not kept. */
function readDraft(chatId: string | null): string {
  try {
    return sessionStorage.getItem(draftKey(chatId)) ?? '';
  } catch {
    return '';
  }
}

function writeDraft(chatId: string | null, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(draftKey(chatId));
    else sessionStorage.setItem(draftKey(chatId), text);
  } catch {
    // Storage may be forbidden.
  }
}

/** Returns the unsent text of a chat's message, which is kept until the tab is closed. */
export function useDraft(chatId: string | null): [string, (text: string) => void] {
  const [text, setText] = useState('');
  useEffect(() => {
    setText(readDraft(chatId));
  }, [chatId]);
  const keep = useCallback(
    (next: string) => {
      setText(next);
      writeDraft(chatId, next);
    },
    [chatId],
  );
  return [text, keep];
}
