import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import { t } from '../../../lib/i18n/t.ts';
import type { AttachmentSource } from '../../../lib/protocol/attachments/attachment.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { AttachmentChip } from './attachment-chip.tsx';
import { attachmentSize, attachmentTitle } from './attachment-text.ts';
import type { Attachments, DraftAttachment } from './draft-attachment.ts';

function noteOf(source: AttachmentSource, content: DraftAttachment['content']): string {
  if (content === null) return t('reading…');
  const size = attachmentSize(content.text.length, content.isCut);
  return source.kind === 'file' && isSecretPath(source.path) ? t('{size} · may hold keys', { size }) : size;
}

/** The attachments of the next message; each can be removed. */
export function DraftAttachments({ attachments }: { attachments: Attachments }) {
  if (attachments.list.length === 0) return null;
  return (
    <ul aria-label={t('Attachments of this message')} className="attachments">
      {attachments.list.map((each) => (
        <AttachmentChip key={each.key} source={each.source} note={noteOf(each.source, each.content)}>
          <IconButton
            icon="i-lucide-x"
            iconSize={12}
            label={t('Remove {name}', { name: attachmentTitle(each.source) })}
            tip={t('Remove')}
            onClick={() => attachments.remove([each])}
          />
        </AttachmentChip>
      ))}
    </ul>
  );
}
