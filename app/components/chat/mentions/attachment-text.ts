import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { type AttachmentSource, attachmentName, isFolder } from '../../../lib/protocol/attachments/attachment.ts';
import { visibleName } from '../../ui/text/visible-name.ts';

const ICONS: Readonly<Record<AttachmentSource['kind'], string>> = {
  file: 'i-lucide-file',
  resource: 'i-lucide-database',
  prompt: 'i-lucide-message-square-quote',
  paste: 'i-lucide-clipboard-paste',
};

export function attachmentIcon(source: AttachmentSource): string {
  return isFolder(source) ? 'i-lucide-folder' : ICONS[source.kind];
}

export function attachmentTitle(source: AttachmentSource): string {
  if (source.kind === 'paste') return t('Pasted text {number}', { number: source.number });
  const name = visibleName(attachmentName(source));
  return source.kind === 'file' ? name : t('{name} of {server}', { name, server: visibleName(source.server) });
}

/** Says how much of it is sent to the model. */
export function attachmentSize(characters: number, isCut: boolean): string {
  return isCut
    ? plural(characters, { one: 'first {count} character', other: 'first {count} characters' })
    : plural(characters, { one: '{count} character', other: '{count} characters' });
}
