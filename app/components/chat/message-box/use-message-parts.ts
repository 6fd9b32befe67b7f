import type { Attachment } from '../../../lib/protocol/attachments/attachment.ts';
import type { DraftImages } from '../images/draft-image.ts';
import { useDroppedFiles } from '../images/image-drop-column.tsx';
import { useDraftImages } from '../images/use-draft-images.ts';
import type { Attachments } from '../mentions/draft-attachment.ts';
import { useAttachments } from '../mentions/use-attachments.ts';

/** What goes with the words of the message that is not sent yet. */
export interface MessageParts {
  texts: Attachments;
  images: DraftImages;
  count: number;
  isReading: boolean;
  /** As they are, such as those of a message that was taken back. */
  put(attachments: readonly Attachment[]): void;
  /** What is to be sent; nothing is left afterwards. */
  take(): readonly Attachment[];
  /** Images are attached in the place of what would be pasted; true: there were some. */
  paste(clipboard: Pick<DataTransfer, 'files' | 'getData'>): boolean;
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
      // Text that was copied from a document brings a picture of itself along.
      if (files.length === 0 || clipboard.getData('text/plain') !== '') return false;
      images.attach(files);
      return true;
    },
  };
}
