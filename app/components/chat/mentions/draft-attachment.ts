import type { AttachmentSource, TextAttachment } from '../../../lib/protocol/attachments/attachment.ts';
import type { DraftEntry, DraftList } from './use-draft-list.ts';

export interface DraftAttachment extends DraftEntry<TextAttachment> {
  key: string;
  source: AttachmentSource;
}

export interface Attachments extends DraftList<TextAttachment, DraftAttachment> {
  /** `values`: the arguments of a prompt. */
  attach(source: AttachmentSource, values?: Readonly<Record<string, string>>): void;
  /** Attaches a pasted text. Returns false, and attaches nothing, if the message has no room for another attachment. */
  attachPaste(text: string): boolean;
}
