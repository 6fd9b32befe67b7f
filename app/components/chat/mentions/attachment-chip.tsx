import './attachment-chip.css';
import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { type AttachmentSource, isOutside } from '../../../lib/protocol/attachments/attachment.ts';
import { Icon } from '../../ui/icon.tsx';
import { attachmentIcon, attachmentTitle } from './attachment-text.ts';

interface AttachmentChipProps {
  source: AttachmentSource;
  /** Its size or progress. */
  note: string;
  /** A button at the end. */
  children?: ReactNode;
}

/** One attachment: its title, origin and size. */
export function AttachmentChip({ source, note, children }: AttachmentChipProps) {
  const title = attachmentTitle(source);
  return (
    <li className="attachment">
      <Icon name={attachmentIcon(source)} className="c-text-3 shrink-0" />
      <span className="mono truncate" title={title}>
        {title}
      </span>
      <span className="c-text-3 shrink-0 tabular">{isOutside(source) ? t('{note}, untrusted', { note }) : note}</span>
      {children}
    </li>
  );
}
