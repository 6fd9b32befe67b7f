import type { Attachment } from '../protocol/attachments/attachment.ts';
import { $returnedText } from '../stores/chat.ts';

/** Inserts text before what the user has typed there. Text that the box has not taken over yet stays in front of it. */
export function putInMessageBox({ text, attachments }: { text: string; attachments: readonly Attachment[] }): void {
  const waiting = $returnedText.get();
  if (waiting === null) $returnedText.set({ text, attachments });
  else $returnedText.set({ text: `${waiting.text}\n${text}`, attachments: [...waiting.attachments, ...attachments] });
}
