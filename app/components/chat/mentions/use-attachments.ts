import { attachmentKey, LONGEST_PASTE, MOST_ATTACHMENTS, type TextAttachment } from '../../../lib/protocol/attachments/attachment.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { messageAids } from '../message-box/deferred-aids.ts';
import type { Attachments, DraftAttachment } from './draft-attachment.ts';
import { type DraftListKind, useDraftList } from './use-draft-list.ts';

const ATTACHMENTS: DraftListKind<TextAttachment, DraftAttachment> = {
  name: 'attachments',
  read: async (kept) => (await import('../../../lib/protocol/attachments/attachment-schema.ts')).textAttachmentSchema.array().parse(kept),
  entryOf: (content) => ({ key: attachmentKey(content.source), source: content.source, content }),
};

/** Returns the text attachments of the message that is not sent yet. */
export function useAttachments(chatId: string | null): Attachments {
  const { attach } = useActions('mentions');
  const draft = useDraftList(ATTACHMENTS, chatId);
  return {
    ...draft,
    attach(source, values) {
      const waiting: DraftAttachment = { key: attachmentKey(source), source, content: null };
      const others = draft.now().filter(({ key }) => key !== waiting.key);
      const hasRoom = others.length < MOST_ATTACHMENTS;
      if (hasRoom) draft.change([...others, waiting]);
      // If the code that reads it does not load, the attachment is removed.
      void messageAids.load().then(
        (aids) => (hasRoom ? aids.readDraftText(waiting, draft, () => attach(source, values)) : aids.sayNoRoom()),
        () => draft.remove([waiting]),
      );
    },
    attachPaste(text) {
      const there = draft.now();
      if (there.length >= MOST_ATTACHMENTS) return false;
      const numbers = there.map(({ source }) => (source.kind === 'paste' ? source.number : 0));
      const source = { kind: 'paste', number: Math.max(0, ...numbers) + 1 } as const;
      draft.put([{ source, text: text.slice(0, LONGEST_PASTE), isCut: text.length > LONGEST_PASTE }]);
      return true;
    },
  };
}
