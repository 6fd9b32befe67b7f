import type { Attachment } from '../../../lib/protocol/attachments/attachment.ts';
import type { DraftImages } from '../images/draft-image.ts';
import { useDroppedFiles } from '../images/image-drop-column.tsx';
import { useDraftImages } from '../images/use-draft-images.ts';
import type { Attachments } from '../mentions/draft-attachment.ts';
import { longPaste } from '../mentions/long-paste.ts';
import { useAttachments } from '../mentions/use-attachments.ts';

/** Attachments of the message that is not sent yet. */
export interface MessageParts {
  texts: Attachments;
  images: DraftImages;
  count: number;
  isReading: boolean;
  /** Attaches these unchanged, such as the attachments of a message that was taken back. */
  put(attachments: readonly Attachment[]): void;
  /** Returns the attachments to send and clears them. */
  take(): readonly Attachment[];
  /** Attaches images instead of pasting text. Returns true if there were any. */
  paste(clipboard: Pick<DataTransfer, 'files' | 'getData'>): boolean;
  /** Attaches a long text that came into the box at once. Returns the text that stays in the box. */
  withoutLongPaste(former: string, current: string): string;
}

export function useMessageParts(chatId: string | null): MessageParts {
  const texts = useAttachments(chatId);
  const images = useDraftImages(chatId);
  useDroppedFiles(images.attach);
  return {
    texts,
    images,
    count: texts.list.length + images.list.length,
    isReading: texts.isReading || images.isReading,
    put(attachments) {
      texts.put(attachments.filter((one) => 'text' in one));
      const taken = attachments.flatMap((one) => ('image' in one ? [one.image] : []));
      if (taken.length > 0) images.put(taken);
    },
    take: () => [...texts.take(), ...images.take().map((image) => ({ image }))],
    paste(clipboard) {
      const files = [...clipboard.files];
      // Text copied from a document also contains an image of itself.
      if (files.length === 0 || clipboard.getData('text/plain') !== '') return false;
      images.attach(files);
      return true;
    },
    withoutLongPaste(former, current) {
      const found = longPaste(former, current);
      return found !== null && texts.attachPaste(found.pasted) ? found.rest : current;
    },
  };
}
