import { useStore } from '@nanostores/react';
import { $chat, $drawnPlainly } from '../../../../lib/stores/chat.ts';

/** Whether the open chat is shown as plain text. */
export function useDrawnPlainly(): boolean {
  const plain = useStore($drawnPlainly);
  const { chatId } = useStore($chat, { keys: ['chatId'] });
  return plain !== null && plain === chatId;
}
