import { useCallback, useEffect, useRef, useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import {
  type AttachmentSource,
  attachmentKey,
  MOST_ATTACHMENTS,
  type TextAttachment,
} from '../../../lib/protocol/attachments/attachment.ts';
import { $announcement } from '../../../lib/stores/workbench.ts';
import { useActions } from '../../shell/workbench/workbench-context.tsx';
import { attachmentTitle } from './attachment-text.ts';

export interface DraftAttachment {
  key: string;
  source: AttachmentSource;
  /** null: it is being read. */
  content: TextAttachment | null;
}

export interface Attachments {
  list: readonly DraftAttachment[];
  isReading: boolean;
  /** `values`: of a prompt's arguments. */
  attach(source: AttachmentSource, values?: Readonly<Record<string, string>>): void;
  /** As they are, such as those of a message that was taken back. */
  put(attachments: readonly TextAttachment[]): void;
  remove(source: AttachmentSource): void;
  /** What is to be sent; the list is empty afterwards. */
  take(): readonly TextAttachment[];
}

function storageKey(chatId: string | null): string {
  return `devonz.attachments.${chatId ?? 'new'}`;
}

/** Storage can be forbidden or full; a draft's attachments are then simply not kept. */
async function readKept(chatId: string | null): Promise<TextAttachment[]> {
  try {
    const kept = sessionStorage.getItem(storageKey(chatId));
    if (kept === null) return [];
    const { textAttachmentSchema } = await import('../../../lib/protocol/attachments/attachment-schema.ts');
    return textAttachmentSchema.array().parse(JSON.parse(kept));
  } catch {
    return [];
  }
}

function keep(chatId: string | null, attachments: readonly TextAttachment[]): void {
  try {
    if (attachments.length === 0) sessionStorage.removeItem(storageKey(chatId));
    else sessionStorage.setItem(storageKey(chatId), JSON.stringify(attachments));
  } catch {
    // As above.
  }
}

function drafted(content: TextAttachment): DraftAttachment {
  return { key: attachmentKey(content.source), source: content.source, content };
}

function ready(list: readonly DraftAttachment[]): TextAttachment[] {
  return list.flatMap(({ content }) => (content === null ? [] : [content]));
}

/** What is attached to the message that is not sent yet, kept per chat until the tab is closed. */
export function useAttachments(chatId: string | null): Attachments {
  const actions = useActions('mentions');
  const [list, setList] = useState<readonly DraftAttachment[]>([]);
  const current = useRef(list);
  const change = useCallback(
    (next: readonly DraftAttachment[]) => {
      current.current = next;
      setList(next);
      keep(chatId, ready(next));
    },
    [chatId],
  );
  useEffect(() => {
    let isCurrent = true;
    const show = (next: readonly DraftAttachment[]) => {
      current.current = next;
      setList(next);
    };
    show([]);
    void readKept(chatId).then((kept) => isCurrent && kept.length > 0 && show([...kept.map(drafted), ...current.current]));
    return () => {
      isCurrent = false;
    };
  }, [chatId]);
  const without = (source: AttachmentSource) => current.current.filter(({ key }) => key !== attachmentKey(source));
  return {
    list,
    isReading: list.some(({ content }) => content === null),
    attach(source, values) {
      const others = without(source);
      if (others.length >= MOST_ATTACHMENTS)
        return $announcement.set(t('A message has at most {most} attachments.', { most: MOST_ATTACHMENTS }));
      const waiting: DraftAttachment = { key: attachmentKey(source), source, content: null };
      change([...others, waiting]);
      void actions.attach(source, values).then((content) => {
        // Taken off meanwhile, or the chat is another one.
        if (!current.current.includes(waiting)) return;
        change(current.current.flatMap((each) => (each !== waiting ? [each] : content === null ? [] : [drafted(content)])));
        if (content !== null) $announcement.set(t('{name} is attached.', { name: attachmentTitle(source) }));
      });
    },
    put: (attachments) => change([...current.current, ...attachments.map(drafted)]),
    remove: (source) => change(without(source)),
    take() {
      const taken = ready(current.current);
      change([]);
      return taken;
    },
  };
}
