import { type AttachmentSource, attachmentName } from '../../../lib/protocol/attachments/attachment.ts';
import { plural } from '../../ui/text/plural.ts';
import { visibleName } from '../../ui/text/visible-name.ts';

export const ATTACHMENT_ICONS: Readonly<Record<AttachmentSource['kind'], string>> = {
  file: 'i-lucide-file',
  resource: 'i-lucide-database',
  prompt: 'i-lucide-message-square-quote',
};

/** `forecast of weather`, `src/app.ts`. */
export function attachmentTitle(source: AttachmentSource): string {
  const name = visibleName(attachmentName(source));
  return source.kind === 'file' ? name : `${name} of ${visibleName(source.server)}`;
}

/** How much of it goes to the model. */
export function attachmentSize(characters: number, isCut: boolean): string {
  const count = plural(characters, 'character');
  return isCut ? `first ${count}` : count;
}
