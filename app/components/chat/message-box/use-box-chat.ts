import { useState } from 'react';

/**
 * Of which chat the words in the message box are. On the way to a chat it is the one that the address names, before it is open: what is
 * typed meanwhile, as right after a reload, is for that one. A chat that begins with a message is open before the address names it.
 * `address` absent: the box is on a page of its own.
 */
export function useBoxChat(address: string | null | undefined, chatId: string | null): string | null {
  const [last, setLast] = useState({ address, chatId, box: address ?? chatId });
  if (last.address === address && last.chatId === chatId) return last.box;
  const leads = last.address === address ? chatId : address;
  const box = leads ?? (last.address === address ? (address ?? null) : null);
  setLast({ address, chatId, box });
  return box;
}
