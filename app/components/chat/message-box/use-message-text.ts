import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useRef } from 'react';
import type { Attachment } from '../../../lib/protocol/attachments/attachment.ts';
import { $returnedText } from '../../../lib/stores/chat.ts';
import { useDraft } from './use-draft.ts';

/** Text from outside of the box, sent as it is or inserted to be edited. The number changes with each one. */
export interface Suggestion {
  text: string;
  serial: number;
  purpose: 'send' | 'edit';
}

interface MessageText {
  text: string;
  setText(text: string): void;
  box: RefObject<HTMLTextAreaElement>;
}

/** The content of the message box from any source: typed (also before hydration), an example, or a message taken back. */
export function useMessageText(
  chatId: string | null,
  suggestion: Suggestion | undefined,
  putAttachments: (attachments: readonly Attachment[]) => void,
): MessageText {
  const [text, setText] = useDraft(chatId);
  const box = useGrowingHeight(text);

  // Text that was typed before hydration is only in the element.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    const typed = box.current?.value ?? '';
    if (typed !== '' && typed !== text) setText(typed);
    // Does not focus where that would open an on-screen keyboard.
    if (document.activeElement === document.body && window.matchMedia('(hover: hover)').matches) box.current?.focus();
  }, []);

  const serial = suggestion?.serial;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new serial puts the text in once
  useEffect(() => {
    if (suggestion === undefined || suggestion.purpose === 'send') return;
    setText(suggestion.text);
    box.current?.focus();
  }, [serial]);

  const returned = useStore($returnedText);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes in once, before what is there
  useEffect(() => {
    if (returned === null) return;
    $returnedText.set(null);
    setText(text.trim() === '' ? returned.text : `${returned.text}\n${text}`);
    putAttachments(returned.attachments);
    box.current?.focus();
  }, [returned]);

  return { text, setText, box };
}

/** Sets the height in browsers without `field-sizing`. */
function useGrowingHeight(text: string) {
  const box = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useEffect(() => {
    if (box.current === null || CSS.supports?.('field-sizing', 'content')) return;
    box.current.style.height = 'auto';
    box.current.style.height = `${box.current.scrollHeight}px`;
  }, [text]);
  return box;
}
