import { useState } from 'react';

/**
 * Returns the chat that the text in the message box belongs to. While a chat is opening, as after a reload, it is the one that the address
 * names. A chat that begins with a message is open before the address names it. `address` is absent if the box is on its own page.
 */
export function useBoxChat(address: string | null | undefined, chatId: string | null): string | null {
  const [last, setLast] = useState({ address, chatId, box: address ?? chatId });
  if (last.address === address && last.chatId === chatId) return last.box;
  const leads = last.address === address ? chatId : address;
  const box = leads ?? (last.address === address ? (address ?? null) : null);
  setLast({ address, chatId, box });
  return box;
}
