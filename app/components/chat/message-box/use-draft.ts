import { useCallback, useEffect, useState } from 'react';

function draftKey(chatId: string | null): string {
  return `devonz.draft.${chatId ?? 'new'}`;
}

/** Storage can be forbidden; a draft is then simply not kept. */
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
    // As above.
  }
}

/** The text of a message that is not sent yet, kept per chat until the tab is closed. */
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
