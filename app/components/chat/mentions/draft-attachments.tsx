import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import { t } from '../../../lib/i18n/t.ts';
import type { AttachmentSource } from '../../../lib/protocol/attachments/attachment.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { AttachmentChip } from './attachment-chip.tsx';
import { attachmentSize, attachmentTitle } from './attachment-text.ts';
import type { DraftAttachment } from './use-attachments.ts';

function noteOf(source: AttachmentSource, content: DraftAttachment['content']): string {
  if (content === null) return t('reading…');
  const size = attachmentSize(content.text.length, content.isCut);
  return source.kind === 'file' && isSecretPath(source.path) ? t('{size} · may hold keys', { size }) : size;
}

interface DraftAttachmentsProps {
  attachments: readonly DraftAttachment[];
  onRemove: (source: AttachmentSource) => void;
}

/** What will go with the next message; each can be taken off again. */
export function DraftAttachments({ attachments, onRemove }: DraftAttachmentsProps) {
  if (attachments.length === 0) return null;
  return (
    <ul aria-label={t('Attachments of this message')} className="attachments">
      {attachments.map(({ key, source, content }) => (
        <AttachmentChip key={key} source={source} note={noteOf(source, content)}>
          <IconButton
            icon="i-lucide-x"
            iconSize={12}
            label={t('Remove {name}', { name: attachmentTitle(source) })}
            tip={t('Remove')}
            onClick={() => onRemove(source)}
          />
        </AttachmentChip>
      ))}
    </ul>
  );
}
