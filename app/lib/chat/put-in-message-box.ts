import type { Attachment } from '../protocol/attachments/attachment.ts';
import { $returnedText } from '../stores/chat.ts';

/** Before what the user has typed there, to be sent or not. What the box has not taken yet stays before it. */
export function putInMessageBox({ text, attachments }: { text: string; attachments: readonly Attachment[] }): void {
  const waiting = $returnedText.get();
  if (waiting === null) $returnedText.set({ text, attachments });
  else $returnedText.set({ text: `${waiting.text}\n${text}`, attachments: [...waiting.attachments, ...attachments] });
}
