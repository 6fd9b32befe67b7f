import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Attachment } from '../../../lib/protocol/attachments/attachment.ts';
import { $editedMessage } from '../../../lib/stores/past.ts';
import { useActions } from '../../page/workbench-context.tsx';

export interface Editing {
  isOpen: boolean;
  /** Whether the user is asked to confirm, because sending would stop the working agent. */
  isAsking: boolean;
  /** Sends it in place of the edited message. Returns false if it was not sent and stays in the box. */
  resend(text: string, attachments: readonly Attachment[]): Promise<boolean>;
  /** Returns true if the user must confirm first. */
  mustAsk(): boolean;
  cancel(): void;
}

/** Edits an earlier message: its text is in the box, and the previous content returns when editing is cancelled. */
export function useEditing(
  { chatId, isRunning }: { chatId: string | null; isRunning: boolean },
  text: string,
  setText: (text: string) => void,
  putAttachments: (attachments: readonly Attachment[]) => void,
): Editing {
  const actions = useActions('checkpoints');
  const edited = useStore($editedMessage);
  const isOpen = edited !== null && edited.chatId === chatId;
  const [draft, setDraft] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each edited message is put in once
  useEffect(() => {
    if (!isOpen || edited === null) return;
    setDraft(text);
    setText(edited.text);
    putAttachments(edited.attachments);
    setIsAsking(false);
  }, [edited?.serial, isOpen]);
  return {
    isOpen,
    isAsking: isOpen && isAsking,
    resend: (said, attachments) => (edited === null ? Promise.resolve(false) : actions.resend(edited.messageId, said, attachments)),
    mustAsk() {
      if (!isOpen || !isRunning || isAsking) return false;
      setIsAsking(true);
      return true;
    },
    cancel() {
      actions.cancelEdit();
      setText(draft);
    },
  };
}
