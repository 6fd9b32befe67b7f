import { t } from '../../../lib/i18n/t.ts';
import { MOST_ATTACHMENTS, type TextAttachment } from '../../../lib/protocol/attachments/attachment.ts';
import { $announcement } from '../../../lib/stores/workbench.ts';
import { attachmentTitle } from './attachment-text.ts';
import type { Attachments, DraftAttachment } from './draft-attachment.ts';

/** Reads the content of an entry that is already in a message's list. `read` returns null if it cannot be read, after reporting that. */
export async function readDraftText(
  waiting: DraftAttachment,
  draft: Pick<Attachments, 'now' | 'change'>,
  read: () => Promise<TextAttachment | null>,
): Promise<void> {
  const content = await read();
  // It was removed meanwhile, or another chat is open.
  if (!draft.now().includes(waiting)) return;
  draft.change(draft.now().flatMap((each) => (each !== waiting ? [each] : content === null ? [] : [{ ...waiting, content }])));
  if (content !== null) $announcement.set(t('{name} is attached.', { name: attachmentTitle(waiting.source) }));
}

export function sayNoRoom(): void {
  $announcement.set(t('A message has at most {most} attachments.', { most: MOST_ATTACHMENTS }));
}
