import { t } from '../../../lib/i18n/t.ts';
import type { AttachmentNote } from '../../../lib/protocol/attachments/attachment.ts';
import { AttachmentChip } from './attachment-chip.tsx';
import { attachmentSize } from './attachment-text.ts';

/** The attachments of a sent message. */
export function SentAttachments({ attachments }: { attachments: readonly AttachmentNote[] }) {
  if (attachments.length === 0) return null;
  return (
    <ul aria-label={t('Attachments')} className="attachments">
      {attachments.map(({ source, characters, isCut }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was sent never changes its order
        <AttachmentChip key={index} source={source} note={attachmentSize(characters, isCut)} />
      ))}
    </ul>
  );
}
